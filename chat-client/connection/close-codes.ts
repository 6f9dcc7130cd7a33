/** What sockets of the chat are closed with (C12), as far as the client treats the codes differently. */
export const closeCodes = {
  normal: 1000,
  /** RFC 6455: a frame was too large. */
  tooLarge: 1009,
  badFrame: 4400,
  authenticationExpired: 4401,
  refused: 4403,
  idle: 4408,
  identityChanged: 4409,
  rateLimited: 4429,
} as const

/** From the reason of the close frame: `retry_after=5`, in seconds. */
export function readRetryAfterMs(reason: string): number {
  return Number(/retry_after=(\d{1,4})/.exec(reason)?.[1] ?? 1) * 1000
}
