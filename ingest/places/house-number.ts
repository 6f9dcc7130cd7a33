/** The number of a house, however its street is written. */
import type { NormalizedAddress } from '@careatlas/directory/address'

/** The digits of the first number in the line: `502` of `E 502 AMENDE`, `39000` of `39-000 BOB HOPE DR`; null without one. */
export function houseNumber({ line }: Pick<NormalizedAddress, 'line'>): string | null {
  const digits = /\d[\d-]*/.exec(line)?.[0].replaceAll(/-|^0+(?=\d)/g, '')
  return digits ?? null
}
