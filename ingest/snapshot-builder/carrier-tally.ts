/** Counts the clinicians of each carrier while cards are written, for `carriers.json`. */
import type { CarrierListing } from '@careatlas/contract/cards'
import { carrierKind } from '@careatlas/directory/carrier'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { compareText, maxDate } from '../ordering.ts'
import type { Payer } from '../payers-file.ts'

/** By code: the number of served clinicians that the carrier lists, and the date of its newest listing. */
export type CarrierCounts = Map<string, { readonly count: number; readonly asOf: string | null }>

export class CarrierTally {
  readonly counts: CarrierCounts = new Map()

  add(listings: readonly CarrierListing[]): void {
    for (const { code, as_of } of listings) this.#count(code, 1, as_of)
  }

  /** Adds the counts of another tally. */
  merge(counts: CarrierCounts): void {
    for (const [code, { count, asOf }] of counts) this.#count(code, count, asOf)
  }

  /** `codes` are those with a network file, which are valid even if they list no served clinician. */
  toCarriers(payers: readonly Payer[], codes: readonly string[]): readonly Carrier[] {
    const byCode = new Map(payers.map((payer) => [payer.code, payer]))
    return [...new Set([...byCode.keys(), ...codes, ...this.counts.keys()])]
      .toSorted(compareText)
      .map((code) => {
        const payer = byCode.get(code)
        const { count, asOf } = this.counts.get(code) ?? { count: 0, asOf: null }
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

  #count(code: string, added: number, listedOn: string | null): void {
    const { count, asOf } = this.counts.get(code) ?? { count: 0, asOf: null }
    this.counts.set(code, { count: count + added, asOf: maxDate(asOf, listedOn) })
  }
}
