/** Words in a person's name with special capitalization: particles, generations, degrees. */
import { capitalizeName } from './capitalize.ts'

/** The word at `index` in a person's name: `DE LA CRUZ` → `de la Cruz`. */
export function titleCasePersonNameWord(words: readonly string[], index: number): string {
  return titleCaseParticle(words, index) ?? titleCaseSuffix(words, index) ?? capitalizeName(words[index]!)
}

/** Lower case if the next word confirms the particle; `VAN DYKE` and `LA TANYA` keep their capitals. */
function titleCaseParticle(words: readonly string[], index: number): string | null {
  const word = words[index]!
  if (!particles.has(word) || index === words.length - 1) return null
  const next = words[index + 1]!
  const previous = words[index - 1]
  if (word === 'DE' && index === 0 && givenNamesAfterDe.test(next)) return null
  if (word === 'DE' || word === 'DEL' || word === 'DOS') return next.length > 1 ? word.toLowerCase() : null
  if (word === 'DA')
    return /^(?:SILVA|COSTA|CRUZ|ROCHA|LUZ|CUNHA|FONSECA|ROSA|GAMA|MOTA)$/.test(next) ? 'da' : null
  if (word === 'VAN' || word === 'VON') return /^(?:DE|DEN|DER)$/.test(next) ? word.toLowerCase() : null
  return previous === 'DE' || previous === 'VAN' || previous === 'VON' ? word.toLowerCase() : null
}

/** De Andre and De Shawn are given names; no Spanish or French surname starts so. */
const givenNamesAfterDe =
  /^(?:AND?RE|ANDREA|ANGELO|ANTHONY|ANN|ANNA|EDRA|JUAN|JUANA|LISA|MARCUS|MARIO|NISE|QUAN|SEAN|SHA[UW]N|VON|WAYNE)$/

const particles = new Set('DE DEL DOS DA VAN VON DEN DER LA LAS LOS'.split(' '))

/** Generations, and letters after a comma, which are a degree: `PARRA, LCSW`. */
function titleCaseSuffix(words: readonly string[], index: number): string | null {
  const word = words[index]!.replace(/\.$/, '')
  if (word === 'JR') return 'Jr.'
  if (word === 'SR') return 'Sr.'
  if (/^(?:II|III|IV)$/.test(word) || (index > 0 && /^VI{0,3}$/.test(word))) return word
  return index > 0 && words[index - 1]!.endsWith(',') ? words[index]! : null
}
