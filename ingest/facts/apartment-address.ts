/** Addresses of apartments, trailers and lots: registrants may live there, so texts name only the town. */
import type { Address } from '@careatlas/contract/cards'

const flat = /(?:^|[\s,]+)(?:(?:APT|APARTMENT|CONDO)\b|(?:TRLR|TRAILER|LOT|CASA)\b[\s.#]*\d).*$/i

/** Whether the address names an apartment, a trailer or a lot. */
export function isApartment({ line_1, line_2 }: Address): boolean {
  return flat.test(line_1 ?? '') || flat.test(line_2 ?? '')
}
