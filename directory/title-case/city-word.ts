/** Words in the name of a city, and in other address lines without a house number. */
import { capitalize } from './capitalize.ts'
import { titleCaseOrganizationWord } from './organization-word.ts'
import { expandDirection, expandPlaceAbbreviation } from './place-abbreviation.ts'

/** The word at `index` in the name of a city: `FT WORTH` → `Fort Worth`. */
export function titleCaseCityWord(words: readonly string[], index: number): string {
  const word = words[index]!
  if (abbreviationTowns.has(words.join(' '))) return capitalize(word)
  const hasNext = index < words.length - 1
  if (hasNext && index === 0) {
    const leading = { ST: 'St.', STE: 'Ste.', FT: 'Fort', MT: 'Mount' }[word] ?? expandDirection(word)
    if (leading !== undefined) return leading
  }
  if (/^ST\.?$/.test(word) && index > 0)
    return hasNext && !/^(?:&|AND|AT)$/.test(words[index + 1]!) ? 'St.' : 'Street'
  if (index > 0 && hasNext && /^(?:OF|THE|AND|DU|DE|LA|LE|ON|BY|IN|AU)$/.test(word)) return word.toLowerCase()
  if (word === 'MC') return 'Mc'
  const bare = word.replace(/\.?,?$/, '')
  const expanded = expandPlaceAbbreviation(bare)
  return expanded === undefined ? titleCaseOrganizationWord(words, index) : word.replace(/^[^,]+/, expanded)
}

/** Towns with a word that is an abbreviation in other names. */
const abbreviationTowns = new Set([
  'AH GWAH CHING',
  'AU GRES',
  'AU SABLE FORKS',
  'AU TRAIN',
  'JAY EM',
  'PACE',
  'PE ELL',
  'TY TY',
])
