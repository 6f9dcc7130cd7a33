/**
 * One WebSocket of a chat: typed frames in order, with bounds. A client that floods, sends bad frames or does not read is disconnected,
 * so that other clients do not wait for it.
 */
import {
  type ClientFrame,
  closeCodes,
  type ServerData,
  type ServerFrameType,
} from '@careatlas/contract/chat-frames'
import { ApiError, toErrorEnvelope } from '@careatlas/contract/errors'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import type { RawData, WebSocket } from 'ws'
import { toApiError } from '../../http/error-response.ts'
import { parseFrame } from './parse-frame.ts'
import { type BucketSize, TokenBucket } from './token-bucket.ts'

export interface SocketLimits {
  /** Frames of a client; more of them close the socket. */
  readonly frames: BucketSize
  /** Invalid frames before the socket is closed. */
  readonly invalidFramesMax: number
  /** Frames that wait for the one being handled. */
  readonly pendingFramesMax: number
  /** Bytes that the client has not read before the socket is closed. */
  readonly unreadBytesMax: number
  /** How long a rejected client has to answer the close frame. */
  readonly closeTimeoutMs: number
}

export const defaultSocketLimits: SocketLimits = {
  frames: { burst: 20, perSecond: 10 },
  invalidFramesMax: 10,
  pendingFramesMax: 32,
  unreadBytesMax: 1024 * 1024,
  closeTimeoutMs: 1000,
}

export interface FrameOptions {
  /** The id of the frame that this one answers. */
  readonly re?: string
  /** The position in the transcript. */
  readonly seq?: number
}

export interface ChatSocketOptions {
  readonly socket: WebSocket
  /** The public URL of the service, for the documentation of errors. */
  readonly url: string
  readonly limits: SocketLimits
  /** Handles one frame; the next one waits. An ApiError becomes an error frame. */
  readonly handle: (frame: ClientFrame) => Promise<void>
  /** Called once, when the socket has closed. */
  readonly onClose: () => void
  /** An error that is not an ApiError. */
  readonly onFailure: (error: unknown) => void
}

export class ChatSocket {
  readonly #options: ChatSocketOptions
  readonly #bucket: TokenBucket
  #invalidFrames = 0
  #pendingFrames = 0
  #last: Promise<void> = Promise.resolve()
  /** When the client last sent anything, on the monotonic clock. */
  heardAt = performance.now()
  /** When the client last sent a frame of a known type; null before the first. */
  activeAt: number | null = null

  constructor(options: ChatSocketOptions) {
    const { socket, limits } = options
    this.#options = options
    this.#bucket = new TokenBucket(limits.frames)
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => this.#count())
    socket.on('ping', () => this.#count())
    // The library has closed the socket; a malformed message of a client is no failure of the server.
    socket.on('error', () => undefined)
    socket.once('close', () => options.onClose())
  }

  get isOpen(): boolean {
    return this.#options.socket.readyState === this.#options.socket.OPEN
  }

  /** Does nothing once the socket is closing. */
  send<Type extends ServerFrameType>(type: Type, data: ServerData<Type>, options: FrameOptions = {}): void {
    if (!this.isOpen) return
    const { socket, limits } = this.#options
    socket.send(JSON.stringify({ type, id: uuidV7(), ts: new Date().toISOString(), ...options, data }))
    if (socket.bufferedAmount > limits.unreadBytesMax) socket.terminate()
  }

  /** Sends `unavailable` if the state is, and `internal_error` for other failures, without their cause. */
  sendError(error: unknown, re?: string): void {
    this.send(
      'error',
      toErrorEnvelope(toApiError(error), this.#options.url).error,
      re === undefined ? {} : { re },
    )
  }

  ping(): void {
    if (this.isOpen) this.#options.socket.ping()
  }

  /** A client that does not answer the close frame is disconnected soon after. */
  close(code: number, reason = ''): void {
    const { socket, limits } = this.#options
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), limits.closeTimeoutMs).unref()
  }

  terminate(): void {
    this.#options.socket.terminate()
  }

  /** Counts anything that the client sends; false once it has sent too much. */
  #count(): boolean {
    if (!this.isOpen) return false
    this.heardAt = performance.now()
    if (this.#bucket.take()) return true
    this.#closeAsFlooding()
    return false
  }

  #closeAsFlooding(): void {
    this.close(closeCodes.rateLimited, `retry_after=${this.#bucket.retryAfterSeconds}`)
    // A client that floods does not read the close frame.
    this.#options.socket.pause()
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.#count()) return
    if (isBinary) return this.close(unsupportedData, 'send text frames')
    const parsed = parseFrame((data as Buffer).toString())
    if (parsed.kind === 'unknown') return
    this.activeAt = this.heardAt
    if (parsed.kind === 'invalid') return this.#reject(parsed.error, parsed.re)
    this.#enqueue(parsed.frame)
  }

  #reject(error: ApiError, re: string | null): void {
    this.#invalidFrames += 1
    if (this.#invalidFrames > this.#options.limits.invalidFramesMax)
      this.close(closeCodes.badFrame, 'too many invalid frames')
    else this.sendError(error, re ?? undefined)
  }

  #enqueue(frame: ClientFrame): void {
    if (this.#pendingFrames >= this.#options.limits.pendingFramesMax) return this.#closeAsFlooding()
    this.#pendingFrames += 1
    this.#last = this.#last.then(() => this.#handle(frame))
  }

  async #handle(frame: ClientFrame): Promise<void> {
    try {
      if (this.isOpen) await this.#options.handle(frame)
    } catch (error) {
      if (!(error instanceof ApiError)) this.#options.onFailure(error)
      this.sendError(error, frame.id)
    } finally {
      this.#pendingFrames -= 1
    }
  }
}

/** RFC 6455, section 7.4.1. */
const unsupportedData = 1003
