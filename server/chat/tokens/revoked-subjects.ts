/** Users whose tokens were revoked: every token that was issued before is refused. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'

const model = 'Revocation'

const secondMs = 1000

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
    const record = await this.#records.find(model, toId(partner, subject))
    return (
      record !== null && Math.floor(issuedAt / secondMs) <= Math.floor(Number(record['revokedAt']) / secondMs)
    )
  }
}

function toId(partner: string, subject: string): string {
  return `${partner}\n${subject}`
}
