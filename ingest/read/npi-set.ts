/** A set of NPIs with one bit each, for files that list the same clinician under every service. */
import type { Npi } from '@careatlas/directory/npi'

/** Nine digits from 100000000 to 299999999; the tenth is their check digit. */
const payload = { first: 100_000_000, count: 200_000_000 } as const

/** Reserves 25 MB; the operating system provides only the pages that are written. */
export class NpiSet {
  readonly #bits = new Uint8Array(payload.count / 8)

  /** Whether the NPI was not in the set before. */
  add(npi: Npi): boolean {
    const offset = Number(npi.slice(0, 9)) - payload.first
    const bit = 1 << (offset & 7)
    if ((this.#bits[offset >> 3]! & bit) !== 0) return false
    this.#bits[offset >> 3]! |= bit
    return true
  }
}
