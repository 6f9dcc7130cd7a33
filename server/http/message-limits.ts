/** How much, how long and how many: what one client may ask of a connection before it is refused. */

export interface MessageLimits {
  readonly urlBytes: number
  /** Request line and headers together; Node refuses more while it parses. */
  readonly headerBytes: number
  readonly bodyBytes: number
  /** From the first byte to the end of the headers. */
  readonly headersTimeoutMs: number
  /** From the first byte to the end of the body. */
  readonly requestTimeoutMs: number
  /** Without a byte either way, so that a client that never reads is let go. */
  readonly idleTimeoutMs: number
  /** While bytes of answers wait to be sent, so that a client that reads a little now and then is let go, too. */
  readonly unreadTimeoutMs: number
  /** How often these times are looked at, except for the idle one. */
  readonly timeoutCheckMs: number
  readonly connections: number
  /** Answers of one connection that wait to be sent, before the connection is let go. */
  readonly unsentBytes: number
}

/** Slow headers are closed after at most 8 + 2 s, slow bodies after at most 10 + 2 s. */
export const usualLimits: MessageLimits = {
  urlBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  headersTimeoutMs: 8000,
  requestTimeoutMs: 10_000,
  timeoutCheckMs: 2000,
  idleTimeoutMs: 60_000,
  unreadTimeoutMs: 60_000,
  connections: 10_000,
  unsentBytes: 1024 * 1024,
}
