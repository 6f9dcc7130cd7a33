/** Collects the carriers of entities; a code becomes a two-byte ordinal in the order of first use. */
import { GrowableColumn } from './growable-column.ts'
import type { Columns } from './segment.ts'

/** The range of two bytes. The largest published payer list has about 9,000 ids. */
export const carriersMax = 2 ** 16

/** Entities are added in order; `finish` returns the codes by ordinal. */
export class CarrierBuilder {
  readonly #ordinals = new Map<string, number>()
  readonly #starts = new GrowableColumn('u32')
  readonly #values = new GrowableColumn('u16')

  add(codes: readonly string[]): void {
    this.#starts.push(this.#values.length)
    for (const code of new Set(codes)) this.#values.push(this.#ordinalOf(code))
  }

  finish(): {
    readonly codes: string[]
    readonly columns: Pick<Columns, 'carrier.start' | 'carrier.ordinal'>
  } {
    this.#starts.push(this.#values.length)
    return {
      codes: [...this.#ordinals.keys()],
      columns: { 'carrier.start': this.#starts.view(), 'carrier.ordinal': this.#values.view() },
    }
  }

  #ordinalOf(code: string): number {
    const known = this.#ordinals.get(code)
    if (known !== undefined) return known
    const ordinal = this.#ordinals.size
    if (ordinal === carriersMax) {
      throw new RangeError(`A segment holds at most ${carriersMax} carriers; ${code} is one more`)
    }
    this.#ordinals.set(code, ordinal)
    return ordinal
  }
}
