/** Collects the carriers of entities; a code becomes a two-byte ordinal in the order of first use. */
import { GrowableColumn } from './growable-column.ts'
import { Interner } from './interner.ts'
import type { Columns } from './segment.ts'

/** The number of values of two bytes. The largest published payer list has about 9,000 ids. */
export const carriersMax = 2 ** 16

/** Entities are added in order; `finish` returns the codes by ordinal. */
export class CarrierBuilder {
  readonly #codes = new Interner()
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
      codes: this.#codes.texts,
      columns: { 'carrier.start': this.#starts.view(), 'carrier.ordinal': this.#values.view() },
    }
  }

  #ordinalOf(code: string): number {
    const ordinal = this.#codes.numberOf(code)
    if (ordinal >= carriersMax) {
      throw new RangeError(`A segment holds at most ${carriersMax} carriers; ${code} exceeds this`)
    }
    return ordinal
  }
}
