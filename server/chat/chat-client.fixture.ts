/** For tests: a client of the chat socket that records every frame and validates it against the contract. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  chatSubprotocol,
  type ClientData,
  type ClientFrameType,
  type ServerData,
  serverFrames,
  type ServerFrameType,
} from '@careatlas/contract/chat-frames'
import { WebSocket } from 'ws'
import { uuidV7 } from '@careatlas/contract/uuid-v7'

export interface ClientOptions {
  readonly partner: string
  readonly publicKey: string
  readonly origin: string
}

/** A frame of the server. */
export interface ReceivedFrame<Type extends ServerFrameType = ServerFrameType> {
  readonly type: Type
  readonly id: string
  readonly re?: string
  readonly seq?: number
  readonly data: ServerData<Type>
}

/** The longest wait for a frame; a test that waits longer fails. */
const waitMs = 10_000

export class ChatClient implements AsyncDisposable {
  readonly frames: ReceivedFrame[] = []
  readonly #socket: WebSocket
  /** The frames before this index were returned by `next`. */
  #read = 0
  #closing: { readonly code: number; readonly reason: string } | null = null

  /** Connects to the server at `url` (`http://…`). Rejects with the status of the response if the upgrade is refused. */
  static async connect(url: string, { partner, publicKey, origin }: ClientOptions): Promise<ChatClient> {
    const address = `${url.replace(/^http/, 'ws')}/sdk/ws?partner=${partner}&key=${publicKey}&v=1`
    const socket = new WebSocket(address, chatSubprotocol, { origin })
    const client = new ChatClient(socket)
    await once(socket, 'open')
    return client
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.frames.push(parse((data as Buffer).toString())))
    socket.on('close', (code, reason) => (this.#closing = { code, reason: reason.toString() }))
    socket.on('error', () => undefined)
  }

  /** Returns the id of the frame. */
  send<Type extends ClientFrameType>(type: Type, data: ClientData<Type>): string {
    const id = uuidV7()
    this.sendText(JSON.stringify({ type, id, ts: new Date().toISOString(), data }))
    return id
  }

  sendText(text: string | Buffer): void {
    this.#socket.send(text)
  }

  /** The data of all frames of this type so far. */
  dataOf<Type extends ServerFrameType>(type: Type): readonly ServerData<Type>[] {
    return this.frames.filter((frame) => frame.type === type).map(({ data }) => data as ServerData<Type>)
  }

  /** The next unread frame of this type; earlier frames of other types are skipped. */
  async next<Type extends ServerFrameType>(type: Type): Promise<ReceivedFrame<Type>> {
    const deadline = performance.now() + waitMs
    for (;;) {
      const index = this.frames.findIndex((frame, at) => at >= this.#read && frame.type === type)
      if (index !== -1) {
        this.#read = index + 1
        return this.frames[index] as unknown as ReceivedFrame<Type>
      }
      if (this.#closing !== null) assert.fail(`closed with ${this.#closing.code} instead of ${type}`)
      if (performance.now() > deadline)
        assert.fail(`no ${type} after ${this.frames.map((frame) => frame.type).join()}`)
      await pause(5)
    }
  }

  /** Sends a message and waits for its answer. */
  async ask(text: string, messageId = uuidV7()): Promise<ServerData<'message.completed'>> {
    this.send('message.send', { message_id: messageId, text })
    for (;;) {
      const { data } = await this.next('message.completed')
      if (data.answers === messageId) return data
    }
  }

  /** Waits until the server has closed the socket. */
  async closed(): Promise<{ readonly code: number; readonly reason: string }> {
    if (this.#closing === null) await once(this.#socket, 'close', { signal: AbortSignal.timeout(waitMs) })
    return this.#closing!
  }

  pauseReading(): void {
    this.#socket.pause()
  }

  resumeReading(): void {
    this.#socket.resume()
  }

  /** Disconnects without a close frame. */
  cut(): void {
    this.#socket.terminate()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closing === null) {
      this.#socket.terminate()
      await once(this.#socket, 'close')
    }
  }
}

function parse(text: string): ReceivedFrame {
  const frame = JSON.parse(text) as ReceivedFrame
  const schema = serverFrames[frame.type]
  assert.ok(schema, `unknown frame ${frame.type}`)
  schema.parse(frame.data)
  return frame
}
