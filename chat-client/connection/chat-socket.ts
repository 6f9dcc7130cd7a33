/** One WebSocket of the chat: frames in both directions, and the replies to them. A closed socket never reports anything again. */
import type { ClientData, ClientFrameType } from '@careatlas/contract/chat-frames'
import { isObject, parseObject } from '../parse-object.ts'
import type { ServerFrame } from './server-frame.ts'
import { uuidV7 } from './uuid-v7.ts'

export interface SocketEvents {
  readonly onFrame: (frame: ServerFrame) => void
  /** Called once, unless the client closed the socket. */
  readonly onClose: (code: number, reason: string) => void
}

/** The socket has closed before the reply. */
export class SocketClosedError extends Error {}

/** How long a reply may take; a connection without it is broken. */
const replyTimeoutMs = 10_000

/** The code of a socket whose server did not reply in time, as browsers report a broken connection. */
const brokenConnection = 1006

/** In place of the id of a frame: what a new socket waits for. */
const newSession = 'session'

export class ChatSocket {
  readonly #socket: WebSocket
  readonly #events: SocketEvents
  /** What settles the replies that are expected; with null when the socket has closed. */
  readonly #pending = new Map<string, (reply: ServerFrame | null) => void>()
  isOpen = true

  constructor(url: string, protocol: string, events: SocketEvents) {
    this.#socket = new WebSocket(url, protocol)
    this.#events = events
    this.#socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    this.#socket.addEventListener('close', ({ code, reason }) => this.fail(code, reason))
  }

  /** Resolves when the server has sent both frames of a new session. Rejects with SocketClosedError. */
  async opened(): Promise<void> {
    await this.#expect(newSession)
  }

  /** Sends a frame that needs no reply. Returns its id. */
  send<Type extends ClientFrameType>(type: Type, data: ClientData<Type>): string {
    const id = uuidV7()
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ type, id, ts: new Date().toISOString(), data }))
    return id
  }

  /** Resolves to the frame that answers this one. Rejects with SocketClosedError; without a reply in time, the socket is closed. */
  request<Type extends ClientFrameType>(type: Type, data: ClientData<Type>): Promise<ServerFrame> {
    return this.#expect(this.send(type, data))
  }

  /** Closes without calling `onClose`. */
  close(code?: number): void {
    if (!this.isOpen) return
    this.isOpen = false
    for (const settle of this.#pending.values()) settle(null)
    this.#socket.close(code)
  }

  #expect(id: string): Promise<ServerFrame> {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(new SocketClosedError())
      const timer = setTimeout(() => this.fail(brokenConnection, ''), replyTimeoutMs)
      this.#pending.set(id, (reply) => {
        this.#pending.delete(id)
        clearTimeout(timer)
        if (reply === null) reject(new SocketClosedError())
        else resolve(reply)
      })
    })
  }

  #receive(text: string): void {
    if (!this.isOpen) return
    const { type, re, data } = parseObject(text)
    if (typeof type !== 'string' || !isObject(data)) return
    const frame = { type, data } as ServerFrame
    this.#events.onFrame(frame)
    this.#pending.get(type === 'sdk.session.created' ? newSession : String(re))?.(frame)
  }

  /** Closes as if the server had closed. */
  fail(code: number, reason: string): void {
    if (!this.isOpen) return
    this.close()
    this.#events.onClose(code, reason)
  }
}
