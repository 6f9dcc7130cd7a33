/** When answers start. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { openConversationEvents } from '@careatlas/state/conversations/conversation-events'
import {
  anonymous,
  question,
  startConversation,
  TwoServers,
} from '@careatlas/state/conversations/conversations.fixture'
import { engines } from '@careatlas/state/engines.fixture'
import type { Assistant } from '../assistant/assistant.ts'
import { Answering } from './answering.ts'
import { ConversationHub } from './conversation-hub.ts'

const asker = { partner: 'acme', profile: null, location: null, isVerified: false, canVerify: false }

test('answers start in different turns of the event loop, so that other messages are accepted between them', async () => {
  await using servers = await TwoServers.open(engines[0]!)
  await using events = await openConversationEvents(servers.place)
  const conversations = servers.conversations()
  const log: ('turn' | 'start')[] = []
  const assistant: Assistant = {
    // eslint-disable-next-line require-yield
    async *answer({ context }) {
      log.push('start')
      const nothing = { cards: [], suggestions: [], notices: [], verification: null, generation: '' }
      return { ...nothing, text: 'Here is one.', finishReason: 'stop', context }
    },
  }
  using hub = new ConversationHub(conversations, events, assert.ifError)
  const answering = new Answering({
    conversations,
    hub,
    assistant,
    answersMax: 10,
    onFailure: assert.ifError,
  })
  const answers = Array.from({ length: 5 }, async () => {
    const { conversationId } = await startConversation(conversations, anonymous)
    await conversations.append(conversationId, question())
    const [message] = await conversations.after(conversationId, 0, 1)
    return answering.answer(conversationId, message!, asker)
  })
  const done = Promise.all(answers).then(() => false)
  while (await Promise.race([done, nextLoopTurn(true)])) log.push('turn')
  assert.equal(log.filter((event) => event === 'start').length, 5)
  assert.doesNotMatch(log.join(' '), /start start/)
})
