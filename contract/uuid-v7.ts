/** Identifiers in the order of their creation: UUIDv7 (RFC 9562, section 5.7). */

/** The last time, and its digits at the start of an id. */
let lastTime = -1
let timeDigits = ''

/** 48 bits of Unix milliseconds, then the variant and the random bits of a UUIDv4. */
export function uuidV7(): string {
  const now = Date.now()
  if (now !== lastTime) timeDigits = formatTime(now)
  lastTime = now
  return timeDigits + crypto.randomUUID().slice(15)
}

function formatTime(time: number): string {
  const digits = time.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7`
}
