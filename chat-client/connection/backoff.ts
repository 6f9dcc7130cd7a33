/** Delays between attempts. */

const baseMs = 500
const capMs = 30_000

/** A random part of a delay that doubles with each failure ("full jitter"), so that clients do not return all at once. */
export function reconnectDelayMs(failures: number, random = Math.random): number {
  return random() * Math.min(capMs, baseMs * 2 ** failures)
}

/** A delay that doubles, with up to a quarter more. */
export function retryDelayMs(failures: number, random = Math.random): number {
  return baseMs * 2 ** failures * (1 + random() / 4)
}
