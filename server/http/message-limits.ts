/** Limits on message sizes, times and connections. */

export interface MessageLimits {
  readonly urlBytes: number
  /** Request line and headers together; enforced by Node's parser. */
  readonly headerBytes: number
  readonly bodyBytes: number
  /** From the first byte to the end of the headers. */
  readonly headersTimeoutMs: number
  /** From the first byte to the end of the body. */
  readonly requestTimeoutMs: number
  /** The maximum time without a byte in either direction. */
  readonly idleTimeoutMs: number
  /** The maximum time with unread response bytes, for clients that read very slowly. */
  readonly unreadTimeoutMs: number
  /** How often the server checks these times, except the idle time. */
  readonly timeoutCheckMs: number
  /** From the last byte of a rejection until a connection is destroyed that the client does not close. */
  readonly lingerMs: number
  readonly connections: number
  /** Unsent response bytes of one connection before it is closed. */
  readonly unsentBytes: number
}

/** A connection with slow headers is closed after at most 8 + 2 + 1 s, with a slow body after at most 10 + 2 + 1 s. */
export const defaultLimits: MessageLimits = {
  urlBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  headersTimeoutMs: 8000,
  requestTimeoutMs: 10_000,
  timeoutCheckMs: 2000,
  idleTimeoutMs: 60_000,
  unreadTimeoutMs: 60_000,
  lingerMs: 1000,
  connections: 10_000,
  unsentBytes: 1024 * 1024,
}
