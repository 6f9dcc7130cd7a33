/** Numbers as a text may write them: "fourteen", "14", "1,203". */
import { countInWords } from '../phrasing/grammar.ts'

const spelled = Array.from({ length: 21 }, (_, count) => countInWords(count))

/** "one" to "twenty", and digits. */
export const numberPattern = [...spelled.slice(1), '\\d[\\d,]*'].join('|')

/** "Six", "14" */
export function isNumber(word: string): boolean {
  return numberAlone.test(word)
}

const numberAlone = new RegExp(`^(?:${numberPattern})$`, 'i')

/** "fourteen" → 14, "1,203" → 1203 */
export function countOf(number: string): number {
  const count = spelled.indexOf(number.toLowerCase())
  return count < 0 ? Number(number.replaceAll(',', '')) : count
}
