/** Tokens that were found good, so that a signature is verified once for each, and not for each request that shows it. */
import { hash } from 'node:crypto'

interface Verified<Found> {
  readonly found: Found
  /** With which keys; other keys may no longer bear it out. */
  readonly keys: object
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** Some 1 KB each. The one that came first makes room. */
const verifiedMax = 10_000

export class VerifiedTokens<Found> {
  /** By their SHA-256: no token is kept. */
  readonly #verified = new Map<string, Verified<Found>>()

  /** What was found of this token with the same keys, unless it has ended. */
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
