/** The words that streets end with. */
import { suffixOf } from '@careatlas/directory/street-words'

/** Not of `SAINT`, which is no abbreviation of a street. */
export function isStreetSuffix(word: string): boolean {
  return word !== 'SAINT' && streetSuffixes.has(suffixOf.get(word) ?? '')
}

/** Those that a street ends with; the others (CENTER, PARK, HILL, RUN) are as often part of a name. */
const streetSuffixes: ReadonlySet<string> = new Set(
  'ST AVE BLVD DR LN CT PL PKWY CIR WAY TER RD HWY PIKE TPKE PLZ SQ TRL EXPY FWY ALY CRES CSWY XING PATH LOOP'.split(
    ' ',
  ),
)

/** Suffixes that buildings have, too. */
export const buildings: ReadonlySet<string> = new Set('PLZ SQ CTR PARK MALL ARC'.split(' '))
