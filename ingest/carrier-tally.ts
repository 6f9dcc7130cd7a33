/** Counts the clinicians whom each carrier lists while cards are written, for `carriers.json`. */
import type { CarrierListing } from '@careatlas/contract/cards'
import { carrierKind } from '@careatlas/directory/carrier'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { compareText } from './compare-text.ts'
import { laterDate } from './later-date.ts'
import type { Payer } from './payers-file.ts'

/** Every code that a payer file or a network names, and how many served clinicians it lists. */
export class CarrierTally {
  readonly #payers: ReadonlyMap<string, Payer>
  readonly #listed = new Map<string, { count: number; asOf: string | null }>()

  /** `codes` are those that a network file was given for: they are valid even when they list nobody served. */
  constructor(payers: readonly Payer[], codes: Iterable<string>) {
    this.#payers = new Map(payers.map((payer) => [payer.code, payer]))
    for (const code of [...this.#payers.keys(), ...codes]) this.#listed.set(code, { count: 0, asOf: null })
  }

  add(listings: readonly CarrierListing[]): void {
    for (const { code, as_of } of listings) {
      const listed = this.#listed.get(code) ?? { count: 0, asOf: null }
      listed.count += 1
      listed.asOf = laterDate(listed.asOf, as_of)
      this.#listed.set(code, listed)
    }
  }

  toCarriers(): readonly Carrier[] {
    return [...this.#listed]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([code, { count, asOf }]) => {
        const payer = this.#payers.get(code)
        return {
          code,
          kind: payer?.kind ?? carrierKind(code),
          name: payer?.name ?? code,
          aliases: payer?.aliases ?? [],
          provider_count: count,
          data_as_of: asOf,
        }
      })
  }
}
