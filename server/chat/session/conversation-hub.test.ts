/** Which messages the sockets of a conversation get, also if they come or leave while messages are read. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ServerData, ServerFrameType } from '@careatlas/contract/chat-frames'
import { openConversationEvents } from '@careatlas/state/conversations/conversation-events'
import type { Conversations } from '@careatlas/state/conversations/conversations'
import {
  anonymous,
  question,
  startConversation,
  TwoServers,
} from '@careatlas/state/conversations/conversations.fixture'
import { engines } from '@careatlas/state/engines.fixture'
import { ConversationHub, type Listener } from './conversation-hub.ts'

/** Reads the state; each read ends only when the test releases it. */
class HeldReads implements Pick<Conversations, 'after'> {
  readonly #conversations: Conversations
  #release = Promise.withResolvers<void>()
  #begun = Promise.withResolvers<void>()
  count = 0

  constructor(conversations: Conversations) {
    this.#conversations = conversations
  }

  async after(...parameters: Parameters<Conversations['after']>): ReturnType<Conversations['after']> {
    this.count += 1
    const messages = await this.#conversations.after(...parameters)
    this.#begun.resolve()
    await this.#release.promise
    return messages
  }

  /** Resolves when a read has its messages. */
  begun(): Promise<void> {
    return this.#begun.promise
  }

  release(): void {
    this.#release.resolve()
  }
}

/** A socket that records the positions that it gets. */
class Recorder implements Listener {
  readonly positions: number[] = []
  seenSeq: number

  constructor(seenSeq: number) {
    this.seenSeq = seenSeq
  }

  send<Type extends ServerFrameType>(
    _type: Type,
    _data: ServerData<Type>,
    { seq = 0 }: { readonly seq?: number } = {},
  ): void {
    this.positions.push(seq)
  }

  isAuthor(): boolean {
    return false
  }

  onDeleted(): void {
    assert.fail('no conversation is deleted')
  }
}

async function openHub(engine: (typeof engines)[number]) {
  const opened = new AsyncDisposableStack()
  const servers = opened.use(await TwoServers.open(engine))
  const events = opened.use(await openConversationEvents(servers.place))
  const conversations = servers.conversations()
  const reads = new HeldReads(conversations)
  const hub = opened.use(new ConversationHub(reads, events, assert.ifError))
  const { conversationId } = await startConversation(conversations, anonymous, 'one', 'two')
  return { hub, reads, conversations, conversationId, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

for (const engine of engines)
  describe(`a socket that shows a conversation in ${engine.name}`, { skip: engine.skip }, () => {
    test('gets each message once and in order, from one read for each announcement', async () => {
      await using opened = await openHub(engine)
      const { hub, reads, conversations, conversationId } = opened
      const listener = new Recorder(0)
      hub.join(conversationId, listener)
      reads.release()
      await hub.announce(conversationId, 2)
      const { seq } = await conversations.append(conversationId, question('three'))
      await hub.announce(conversationId, seq)
      assert.deepEqual([listener.positions, listener.seenSeq, reads.count], [[1, 2, 3], 3, 2])
    })

    test('gets none of the messages that were read when it left for another conversation', async () => {
      await using opened = await openHub(engine)
      const { hub, reads, conversationId } = opened
      const [leaving, staying] = [new Recorder(0), new Recorder(0)]
      for (const listener of [leaving, staying]) hub.join(conversationId, listener)
      const announced = hub.announce(conversationId, 2)
      await reads.begun()
      hub.leave(conversationId, leaving)
      reads.release()
      await announced
      assert.deepEqual([leaving.positions, leaving.seenSeq, staying.positions], [[], 0, [1, 2]])
    })

    test('misses no message if it comes during a read of later ones', async () => {
      await using opened = await openHub(engine)
      const { hub, reads, conversationId } = opened
      const [ahead, behind] = [new Recorder(1), new Recorder(0)]
      hub.join(conversationId, ahead)
      const announced = hub.announce(conversationId, 2)
      await reads.begun()
      hub.join(conversationId, behind)
      const caughtUp = hub.catchUp(conversationId)
      reads.release()
      await Promise.all([announced, caughtUp])
      assert.deepEqual([ahead.positions, behind.positions], [[2], [1, 2]])
    })

    test('gets nothing and causes no read while it loads its first page', async () => {
      await using opened = await openHub(engine)
      const { hub, reads, conversationId } = opened
      const listener = new Recorder(Infinity)
      hub.join(conversationId, listener)
      reads.release()
      await hub.announce(conversationId, 2)
      assert.deepEqual([listener.positions, reads.count], [[], 0])
    })
  })
