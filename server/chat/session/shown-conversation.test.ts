/** What the socket of a client gets while it opens a conversation, and after it has closed. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ServerFrameType } from '@careatlas/contract/chat-frames'
import { openConversationEvents } from '@careatlas/state/conversations/conversation-events'
import {
  anonymous,
  question,
  startConversation,
  TwoServers,
} from '@careatlas/state/conversations/conversations.fixture'
import { engines } from '@careatlas/state/engines.fixture'
import { ConversationHub } from './conversation-hub.ts'
import { ShownConversation } from './shown-conversation.ts'

/** A stored conversation with one message, and a socket that shows another one. */
async function openSocket(context: TestContext) {
  const opened = new AsyncDisposableStack()
  context.after(() => opened.disposeAsync())
  const servers = opened.use(await TwoServers.open(engines[0]!))
  const events = opened.use(await openConversationEvents(servers.place))
  const conversations = servers.conversations()
  const hub = opened.use(new ConversationHub(conversations, events, assert.ifError))
  const sent: ServerFrameType[] = []
  const socket = { send: (type: ServerFrameType) => void sent.push(type) }
  const shown = new ShownConversation({ socket, conversations, hub, onFailure: assert.ifError })
  const stored = await startConversation(conversations, anonymous, 'one')
  const add = async () => {
    const { seq } = await conversations.append(stored.conversationId, question('two'))
    await hub.announce(stored.conversationId, seq)
  }
  /** Makes the messages of the stored conversation unreadable. */
  const damage = () =>
    servers.database
      .updateTable('chat_message')
      .set({ body: Buffer.from('damaged') })
      .where('conversation_id', '=', stored.conversationId)
      .execute()
  return { shown, stored, hub, sent, add, conversations, damage }
}

test('a socket gets the messages that follow the page', async (context) => {
  const { shown, stored, sent, add } = await openSocket(context)
  const { messages } = await shown.open(stored)
  await add()
  assert.deepEqual([messages.length, sent], [1, ['message.received']])
})

test('a socket that closes while it opens a conversation gets nothing of it', async (context) => {
  const { shown, stored, sent, add } = await openSocket(context)
  const opening = shown.open(stored)
  shown[Symbol.dispose]()
  await opening
  await add()
  assert.deepEqual(sent, [])
})

test('a conversation that is deleted while a socket opens it is not found, and an empty one follows', async (context) => {
  const { shown, stored, hub, sent } = await openSocket(context)
  const refused = assert.rejects(shown.open(stored, stored.resumeToken), { code: 'not_found' })
  await hub.announceDeletion(stored.conversationId)
  await refused
  assert.deepEqual([sent, shown.isStored, shown.seenSeq], [['conversation.deleted'], false, 0])
})

test('a conversation that cannot be read is not shown, and the socket gets the messages of the one before it', async (context) => {
  const { shown, stored, hub, sent, conversations, damage } = await openSocket(context)
  const previous = await startConversation(conversations, anonymous, 'one')
  await shown.open(previous)
  await damage()
  await assert.rejects(shown.open(stored), SyntaxError)
  const { seq } = await conversations.append(previous.conversationId, question('two'))
  await hub.announce(previous.conversationId, seq)
  assert.deepEqual([shown.id, shown.seenSeq, sent], [previous.conversationId, 2, ['message.received']])
})
