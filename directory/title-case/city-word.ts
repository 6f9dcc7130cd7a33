/** Words in the name of a city, and in other address lines without a house number. */
import { organizationWord } from './organization-word.ts'
import { directionOf, placeAbbreviation } from './place-abbreviation.ts'

/** The word at `at` in the name of a city: `FT WORTH` → `Fort Worth`. */
export function cityWord(words: readonly string[], at: number): string {
  const word = words[at]!
  const more = at < words.length - 1
  if (more && at === 0) {
    const leading = { ST: 'St.', STE: 'Ste.', FT: 'Fort', MT: 'Mount' }[word] ?? directionOf(word)
    if (leading !== undefined) return leading
  }
  if (/^ST\.?$/.test(word) && at > 0) return more && !/^(?:&|AND|AT)$/.test(words[at + 1]!) ? 'St.' : 'Street'
  if (at > 0 && more && /^(?:OF|THE|AND|DU|DE|LA|LE|ON|BY|IN)$/.test(word)) return word.toLowerCase()
  if (word === 'MC') return 'Mc'
  const bare = word.replace(/\.?,?$/, '')
  const long = placeAbbreviation(bare)
  return long === undefined ? organizationWord(words, at) : word.replace(/^[^,]+/, long)
}
