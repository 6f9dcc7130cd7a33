/** The words of a city's name. */
import { suffixWord } from '../street-words.ts'
import { capitalised, nameWord } from './capital.ts'
import { directionOf } from './direction.ts'

export function cityWord(words: readonly string[], at: number): string {
  const word = words[at]!
  const more = at < words.length - 1
  if (more && at === 0) {
    const leading = { ST: 'St.', STE: 'Ste.', FT: 'Fort', MT: 'Mount' }[word] ?? directionOf(word)
    if (leading !== undefined) return leading
  }
  if (more && word === 'ST') return 'St.'
  if (!more && at > 0 && citySuffixes.has(word)) return capitalised(suffixWord.get(word)!)
  if (at > 0 && more && /^(?:OF|THE|AND|DU|DE|LA|LE|ON|BY|IN)$/.test(word)) return word.toLowerCase()
  return nameWord(word)
}

/** `SILVER SPGS` → `Silver Springs` */
const citySuffixes = new Set('BCH GRV HL HLS HTS JCT SPGS VLG'.split(' '))
