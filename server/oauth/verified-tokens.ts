/** Caches verified tokens, so that the server verifies each signature once and not for every request. */
import { hash } from 'node:crypto'

interface Entry<Result> {
  readonly result: Result
  /** The keys that verified the token; the entry is invalid for other keys. */
  readonly keys: object
  /** Unix time. */
  readonly expiresAtSeconds: number
}

/** Each entry takes about 1 KB. The cache drops the oldest entry first. */
const entriesMax = 10_000

export class VerifiedTokens<Result> {
  /** Keyed by SHA-256, so that no token is stored. */
  readonly #entries = new Map<string, Entry<Result>>()

  /** The result for a token that the same keys verified; null if it is unknown or expired. */
  find(token: string, keys: object): Result | null {
    const entry = this.#entries.get(hashToken(token))
    if (entry === undefined || entry.keys !== keys || entry.expiresAtSeconds <= Date.now() / 1000) return null
    return entry.result
  }

  add(token: string, entry: Entry<Result>): void {
    if (this.#entries.size >= entriesMax) this.#entries.delete(this.#entries.keys().next().value!)
    this.#entries.set(hashToken(token), entry)
  }
}

function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
