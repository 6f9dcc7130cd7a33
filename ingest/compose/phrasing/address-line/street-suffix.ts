/** The words that streets end with. */
import { suffixOf } from '@careatlas/directory/street-words'

/** `SAINT` is not one, although it is abbreviated like "street". */
export function isStreetSuffix(word: string): boolean {
  return word !== 'SAINT' && streetSuffixes.has(suffixOf.get(word) ?? '')
}

/** Suffixes that end a street; the others (CENTER, PARK, HILL, RUN) are as often part of a name. */
const streetSuffixes: ReadonlySet<string> = new Set(
  'ST AVE BLVD DR LN CT PL PKWY CIR WAY TER RD HWY PIKE TPKE PLZ SQ TRL EXPY FWY ALY CRES CSWY XING PATH LOOP'.split(
    ' ',
  ),
)

/** Suffixes that names of buildings have as well. */
export const buildings: ReadonlySet<string> = new Set('PLZ SQ CTR PARK MALL ARC'.split(' '))
