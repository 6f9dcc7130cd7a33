/** Users whose tokens were revoked: every token that was issued before is refused. */
import { setTimeout as pause } from 'node:timers/promises'
import type { OAuthRecords } from '@careatlas/state/oauth-records'

const model = 'Revocation'

const secondMs = 1000

/** A timer may fire this much early by the clock. */
const earlyTimerMs = 2

export class RevokedSubjects {
  readonly #records: OAuthRecords
  readonly #lifetimeSeconds: number

  /** `lifetimeSeconds` is the maximum lifetime of a token, after which its revocation can be forgotten. */
  constructor(records: OAuthRecords, lifetimeSeconds: number) {
    this.#records = records
    this.#lifetimeSeconds = lifetimeSeconds
  }

  /** Revokes all tokens of the user, also those of the same second, because tokens contain seconds. */
  async revoke(partner: string, subject: string): Promise<void> {
    const payload = { revokedAt: Date.now() }
    await this.#records.upsert(model, toId(partner, subject), payload, this.#lifetimeSeconds)
  }

  /** Whether a token that was issued at this time (milliseconds since 1970) was revoked. */
  async isRevoked(partner: string, subject: string, issuedAt: number): Promise<boolean> {
    return issuedAt < (await this.#findValidFrom(partner, subject))
  }

  /** Resolves when a token that is issued now is valid: during the second of a revocation, at the end of it. */
  async waitUntilValid(partner: string, subject: string): Promise<void> {
    const waitMs = (await this.#findValidFrom(partner, subject)) - Date.now()
    if (waitMs > 0) await pause(waitMs + earlyTimerMs)
  }

  /** When the first second after the revocation begins (milliseconds since 1970); 0 without a revocation. */
  async #findValidFrom(partner: string, subject: string): Promise<number> {
    const record = await this.#records.find(model, toId(partner, subject))
    return record === null ? 0 : (Math.floor(Number(record['revokedAt']) / secondMs) + 1) * secondMs
  }
}

function toId(partner: string, subject: string): string {
  return `${partner}\n${subject}`
}
