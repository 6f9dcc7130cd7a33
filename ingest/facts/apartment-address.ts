/** Addresses of apartments, trailers and lots: registrants may live there, so texts name only the town. */
import type { Address } from '@careatlas/contract/cards'
import { matchesLine } from './address-lines.ts'

const flat = /\b(?:(?:APT|APARTMENT|CONDO)\b|(?:TRLR|TRAILER|LOT|CASA)\b[\s.#]*\d)/i

/** Whether the address names an apartment, a trailer or a lot. */
export function isApartment(address: Address): boolean {
  return matchesLine(flat, address)
}
