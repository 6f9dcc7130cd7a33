/** The names of hospitals by certification number, from facility lists. */
import { isHospitalUnitCode } from '@careatlas/directory/taxonomy'
import { compareText } from '../ordering.ts'
import { byPrecedence } from '../facts/source-precedence.ts'
import type { Listing } from './listing.ts'

export interface CertifiedHospital {
  readonly certification: string
  readonly name: string
}

/**
 * Each certification number once, with the name in the most trusted and newest list. Rows of hospital units are ignored, because
 * they do not name the hospital.
 */
export function listCertifiedHospitals(listings: readonly Listing[]): readonly CertifiedHospital[] {
  const best = new Map<string, Listing>()
  for (const listing of listings) {
    const { certification, taxonomyCodes } = listing.fact
    if (taxonomyCodes.some(isHospitalUnitCode)) continue
    const known = certification === undefined ? undefined : best.get(certification)
    if (certification !== undefined && (known === undefined || byReliability(listing, known) < 0))
      best.set(certification, listing)
  }
  return [...best].map(([certification, { fact }]) => ({ certification, name: fact.name }))
}

/** Of names that are equally trusted, the shorter one names the whole hospital. */
function byReliability({ fact: one }: Listing, { fact: other }: Listing): number {
  return (
    byPrecedence({ ...one, asOf: null }, { ...other, asOf: null }) ||
    byPrecedence(one, other) ||
    one.name.length - other.name.length ||
    compareText(one.name, other.name)
  )
}
