/** The findings of one card, and the number of statements checked. */

/** A statement that no row supports. */
export interface Finding {
  readonly card: 'provider' | 'location'
  /** NPI or `location_uuid`. */
  readonly id: string
  /** Path on the card, such as `practice_locations[0].phone`, or the field of a text. */
  readonly field: string
  /** The rule that the statement breaks, such as `phone` or `practice_at_mailbox`. */
  readonly kind: string
  /** What the card says. */
  readonly token: string
  /** The row that is most similar, or the value of the row. */
  readonly nearest: string
}

/** Collects the findings of one card. */
export class CardReport {
  readonly card: Finding['card']
  readonly id: string
  readonly findings: Finding[] = []
  statements = 0
  readonly #nearest: () => string

  constructor(card: Finding['card'], id: string, nearest: () => string) {
    this.card = card
    this.id = id
    this.#nearest = nearest
  }

  /** Counts one statement, and records a finding unless a row supports it. */
  check(isSupported: boolean, field: string, kind: string, token: unknown, nearest = this.#nearest): void {
    this.statements++
    if (isSupported) return
    const text = typeof token === 'string' ? token : JSON.stringify(token)
    this.findings.push({ card: this.card, id: this.id, field, kind, token: text, nearest: nearest() })
  }
}
