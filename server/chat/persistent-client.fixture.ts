/**
 * For tests: a client that chats through failures, as a browser does: it reconnects, resumes, and sends again what was not
 * acknowledged, with the same ids. It keeps a record of everything that the server acknowledged, for a comparison with the state.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerData, TranscriptMessage } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { ChatClient, type ClientOptions } from './chat-client.fixture.ts'

export interface PersistentClientOptions extends ClientOptions {
  /** The URL of the server or of a proxy; it may change between connections. */
  readonly url: () => string
  readonly random: () => number
}

/** Answers that a killed server began are free for others after some seconds. */
const attemptMs = 500
const attemptsMax = 120

const reconnectMs = { min: 100, max: 1000 } as const

export class PersistentClient {
  /** By message id: the acknowledged position. */
  readonly accepted = new Map<string, number>()
  /** By position: what the client has shown. */
  readonly seen = new Map<number, TranscriptMessage>()
  /** The longest time from a lost connection to a resumed session. */
  longestOutageMs = 0
  /** Whether its session is resumed. */
  isConnected = false
  readonly #options: PersistentClientOptions
  readonly #unsent = new Map<string, string>()
  #resumeToken: string | null = null
  #isStopping = false

  constructor(options: PersistentClientOptions) {
    this.#options = options
  }

  /** Chats until `stop`: sends a message, waits for its answer, and repeats. */
  async run(texts: readonly string[]): Promise<void> {
    let lostAt: number | null = null
    while (!this.#isStopping) {
      try {
        await using client = await ChatClient.connect(this.#options.url(), this.#options)
        await this.#resume(client)
        if (lostAt !== null) this.longestOutageMs = Math.max(this.longestOutageMs, performance.now() - lostAt)
        lostAt = null
        this.isConnected = true
        await this.#chat(client, texts)
      } catch {
        this.isConnected = false
        lostAt ??= performance.now()
        const { min, max } = reconnectMs
        await pause(min + this.#options.random() * (max - min))
      }
    }
  }

  stop(): void {
    this.#isStopping = true
  }

  /** The whole conversation as the server has it, after the answers that a stopped server has left to others. */
  async readAll(): Promise<readonly TranscriptMessage[]> {
    await using client = await ChatClient.connect(this.#options.url(), this.#options)
    await this.#resume(client)
    for (let attempt = 1; ; attempt++) {
      const all = await readHistory(client)
      if (attempt === attemptsMax || countUnanswered(all) === 0) return all
      await pause(attemptMs)
    }
  }

  async #resume(client: ChatClient): Promise<void> {
    const created = (await client.next('sdk.session.created')).data
    if (this.#resumeToken === null || this.accepted.size === 0) {
      this.#resumeToken = created.resume_token
    } else {
      client.send('session.resume', {
        resume_token: this.#resumeToken,
        last_seq: Math.max(0, ...this.seen.keys()),
      })
      const { data } = await client.next('session.resumed')
      assert.ok(data.recovered, 'the session was not recovered')
      for (const message of data.messages) this.#see(message)
    }
    for (const [id, text] of this.#unsent) await this.#send(client, id, text)
  }

  async #chat(client: ChatClient, texts: readonly string[]): Promise<void> {
    while (!this.#isStopping) {
      const id = uuidV7()
      const text = texts[Math.floor(this.#options.random() * texts.length)]!
      this.#unsent.set(id, text)
      await this.#send(client, id, text)
      for (;;) {
        const { data } = await client.next('message.completed')
        this.#see(data)
        if (data.answers === id) break
      }
      await pause(this.#options.random() * 200)
    }
  }

  async #send(client: ChatClient, id: string, text: string): Promise<void> {
    client.send('message.send', { message_id: id, text })
    const { data }: { data: ServerData<'message.accepted'> } = await client.next('message.accepted')
    assert.equal(data.message_id, id)
    this.accepted.set(id, data.seq)
    this.#unsent.delete(id)
  }

  #see(message: TranscriptMessage): void {
    const { message_id, seq, role, text, ts } = message
    const known = this.seen.get(seq)
    if (known !== undefined) assert.equal(known.message_id, message_id, `two messages at ${seq}`)
    this.seen.set(seq, { message_id, seq, role, text, ts })
  }
}

/** A socket may send ten frames a second. */
const pagePauseMs = 120

async function readHistory(client: ChatClient): Promise<readonly TranscriptMessage[]> {
  const all: TranscriptMessage[] = []
  for (let before: number | undefined; ; before = all[0]?.seq) {
    client.send('history.get', { ...(before !== undefined && { before_seq: before }) })
    const { data } = await client.next('history.page')
    all.unshift(...data.messages)
    if (!data.has_more) return all
    await pause(pagePauseMs)
  }
}

function countUnanswered(messages: readonly TranscriptMessage[]): number {
  const questions = messages.filter(({ role }) => role === 'user').length
  return questions - (messages.length - questions)
}

/** Compares the record of a client with the conversation: nothing lost, doubled, moved or missing. */
export function checkConversation(client: PersistentClient, messages: readonly TranscriptMessage[]): void {
  assert.deepEqual(
    messages.map(({ seq }) => seq),
    messages.map((_, index) => index + 1),
    'positions without gaps',
  )
  const ids = messages.map(({ message_id }) => message_id)
  assert.equal(new Set(ids).size, ids.length, 'each message once')
  for (const [id, seq] of client.accepted)
    assert.equal(messages[seq - 1]?.message_id, id, `the message at ${seq}`)
  for (const [seq, { message_id }] of client.seen)
    assert.equal(messages[seq - 1]?.message_id, message_id, `the message that the client has at ${seq}`)
  assert.equal(countUnanswered(messages), 0, 'an answer to each message')
}
