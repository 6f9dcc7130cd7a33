/** Words in a person's name with special capitalization: particles, generations, degrees. */
import { capitalizeName } from './capitalize.ts'

/** The word at `at` in a person's name: `DE LA CRUZ` → `de la Cruz`. */
export function personNameWord(words: readonly string[], at: number): string {
  return particle(words, at) ?? nameSuffix(words, at) ?? capitalizeName(words[at]!)
}

/** Lower case if the next word confirms the particle; `VAN DYKE` and `LA TANYA` keep their capitals. */
function particle(words: readonly string[], at: number): string | null {
  const word = words[at]!
  if (!particles.has(word) || at === words.length - 1) return null
  const next = words[at + 1]!
  const previous = words[at - 1]
  if (word === 'DE' && at === 0 && givenAfterDe.test(next)) return null
  if (word === 'DE' || word === 'DEL' || word === 'DOS') return next.length > 1 ? word.toLowerCase() : null
  if (word === 'DA')
    return /^(?:SILVA|COSTA|CRUZ|ROCHA|LUZ|CUNHA|FONSECA|ROSA|GAMA|MOTA)$/.test(next) ? 'da' : null
  if (word === 'VAN' || word === 'VON') return /^(?:DE|DEN|DER)$/.test(next) ? word.toLowerCase() : null
  return previous === 'DE' || previous === 'VAN' || previous === 'VON' ? word.toLowerCase() : null
}

/** De Andre and De Shawn are given names; no Spanish or French surname starts so. */
const givenAfterDe =
  /^(?:AND?RE|ANDREA|ANGELO|ANTHONY|ANN|ANNA|EDRA|JUAN|JUANA|LISA|MARCUS|MARIO|NISE|QUAN|SEAN|SHA[UW]N|VON|WAYNE)$/

const particles = new Set('DE DEL DOS DA VAN VON DEN DER LA LAS LOS'.split(' '))

/** Generations, and letters after a comma, which are a degree: `PARRA, LCSW`. */
function nameSuffix(words: readonly string[], at: number): string | null {
  const word = words[at]!.replace(/\.$/, '')
  if (word === 'JR') return 'Jr.'
  if (word === 'SR') return 'Sr.'
  if (/^(?:II|III|IV)$/.test(word) || (at > 0 && /^VI{0,3}$/.test(word))) return word
  return at > 0 && words[at - 1]!.endsWith(',') ? words[at]! : null
}
