/** When answers start, and that each message gets one. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextLoopTurn, setTimeout as pause } from 'node:timers/promises'
import { openConversationEvents } from '@careatlas/state/conversations/conversation-events'
import {
  anonymous,
  question,
  startConversation,
  TwoServers,
} from '@careatlas/state/conversations/conversations.fixture'
import { engines } from '@careatlas/state/engines.fixture'
import type { Conversations } from '@careatlas/state/conversations/conversations'
import type { Answer, Assistant, Turn } from '../assistant/assistant.ts'
import { Answering } from './answering.ts'
import { ConversationHub } from './conversation-hub.ts'

const asker = { partner: 'acme', profile: null, location: null, isVerified: false, canVerify: false }

/** Answers each message with the same text. */
function createAssistant(onStart: (turn: Turn) => void | Promise<void>): Assistant {
  return {
    // eslint-disable-next-line require-yield
    async *answer(turn): AsyncGenerator<never, Answer> {
      await onStart(turn)
      const nothing = { cards: [], suggestions: [], notices: [], verification: null, generation: '' }
      return { ...nothing, text: 'Here is one.', finishReason: 'stop', context: null }
    },
  }
}

async function openAnswering(
  context: TestContext,
  { place }: Pick<TwoServers, 'place'>,
  conversations: Conversations,
  assistant: Assistant,
): Promise<Answering> {
  const events = await openConversationEvents(place)
  const hub = new ConversationHub(conversations, events, assert.ifError)
  context.after(async () => {
    hub[Symbol.dispose]()
    await events[Symbol.asyncDispose]()
  })
  const options = { answersMax: 10, claimMs: 60, onFailure: assert.ifError }
  return new Answering({ conversations, hub, assistant, ...options })
}

/** Stores a message of the user. */
async function append(conversations: Conversations, conversationId: string, text: string) {
  const { seq } = await conversations.append(conversationId, question(text))
  const [message] = await conversations.after(conversationId, seq - 1, 1)
  return message!
}

test('answers start in different turns of the event loop, so that other messages are accepted between them', async (context) => {
  await using servers = await TwoServers.open(engines[0]!)
  const conversations = servers.conversations()
  const log: ('turn' | 'start')[] = []
  const assistant = createAssistant(() => void log.push('start'))
  const answering = await openAnswering(context, servers, conversations, assistant)
  const answers = Array.from({ length: 5 }, async () => {
    const { conversationId } = await startConversation(conversations, anonymous)
    return answering.answer(conversationId, await append(conversations, conversationId, 'one'), asker)
  })
  const done = Promise.all(answers).then(() => false)
  while (await Promise.race([done, nextLoopTurn(true)])) log.push('turn')
  assert.equal(log.filter((event) => event === 'start').length, 5)
  assert.doesNotMatch(log.join(' '), /start start/)
})

for (const engine of engines)
  test(
    `${engine.name}: a message is answered after the answer of another server to the message before it`,
    { skip: engine.skip },
    async (context) => {
      await using servers = await TwoServers.open(engine)
      const both = servers.both()
      const { conversationId } = await startConversation(both[0], anonymous)
      const [first, second] = [
        await append(both[0], conversationId, 'first'),
        await append(both[1], conversationId, 'second'),
      ]
      const started = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      const slow = createAssistant(() => {
        started.resolve()
        return release.promise
      })
      const onFirst = await openAnswering(context, servers, both[0], slow)
      const onSecond = await openAnswering(
        context,
        servers,
        both[1],
        createAssistant(() => undefined),
      )
      const firstAnswer = onFirst.answer(conversationId, first, asker)
      await started.promise
      const secondAnswer = onSecond.answer(conversationId, second, asker)
      // Longer than a claim, which the first server renews.
      await pause(200)
      release.resolve()
      assert.equal((await firstAnswer)?.text, 'Here is one.')
      assert.equal((await secondAnswer)?.text, 'Here is one.')
      const answers = await both[0].after(conversationId, 2, 3)
      assert.deepEqual(
        answers.map(({ answers: answered }) => answered),
        [first.id, second.id],
      )
    },
  )

test('a message that waits for its answer does not wait twice', { timeout: 10_000 }, async (context) => {
  await using servers = await TwoServers.open(engines[0]!)
  const conversations = servers.conversations()
  const { conversationId } = await startConversation(conversations, anonymous)
  const message = await append(conversations, conversationId, 'one')
  const release = Promise.withResolvers<void>()
  const assistant = createAssistant(() => release.promise)
  const answering = await openAnswering(context, servers, conversations, assistant)
  const answer = answering.answer(conversationId, message, asker)
  assert.equal(await answering.answer(conversationId, message, asker), null)
  release.resolve()
  assert.equal((await answer)?.text, 'Here is one.')
})

test('the answer to a message of a deleted conversation rejects, and only its caller gets the error', async (context) => {
  await using servers = await TwoServers.open(engines[0]!)
  const conversations = servers.conversations()
  const { conversationId } = await startConversation(conversations, anonymous)
  const message = await append(conversations, conversationId, 'one')
  const assistant = createAssistant(async () => void (await conversations.delete(conversationId, anonymous)))
  const answering = await openAnswering(context, servers, conversations, assistant)
  await assert.rejects(answering.answer(conversationId, message, asker), { code: 'not_found' })
})
