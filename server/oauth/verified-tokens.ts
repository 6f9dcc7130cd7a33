/** Caches verified tokens, so that each signature is verified once and not for every request. */
import { hash } from 'node:crypto'

interface Verified<Found> {
  readonly found: Found
  /** The keys that verified it; the entry is invalid for other keys. */
  readonly keys: object
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** About 1 KB each. The oldest entry is dropped first. */
const verifiedMax = 10_000

export class VerifiedTokens<Found> {
  /** By SHA-256, so that no token is stored. */
  readonly #verified = new Map<string, Verified<Found>>()

  /** The result for a token with the same keys, unless it has expired. */
  find(token: string, keys: object): Found | null {
    const verified = this.#verified.get(digestOf(token))
    if (verified === undefined || verified.keys !== keys || verified.expiresAt <= Date.now() / 1000)
      return null
    return verified.found
  }

  keep(token: string, verified: Verified<Found>): void {
    if (this.#verified.size >= verifiedMax) this.#verified.delete(this.#verified.keys().next().value!)
    this.#verified.set(digestOf(token), verified)
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
