/** The two lines of an address, in either of which sources write a unit. */
import type { Address } from '@careatlas/contract/cards'

export function matchesLine(pattern: RegExp, { line_1, line_2 }: Address): boolean {
  return pattern.test(line_1 ?? '') || pattern.test(line_2 ?? '')
}
