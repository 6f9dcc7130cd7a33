/** Numbers as a text may write them: "fourteen", "14", "1,203". */
import { countInWords } from '../phrasing/grammar.ts'

const spelled = Array.from({ length: 21 }, (_, count) => countInWords(count))

/** Source of a regular expression for "one" to "twenty", and digits. */
export const numberPattern = [...spelled.slice(1), '\\d[\\d,]*'].join('|')

/** "Six", "14" */
export function isNumber(word: string): boolean {
  return wholeNumber.test(word)
}

const wholeNumber = new RegExp(`^(?:${numberPattern})$`, 'i')

/** "fourteen" → 14, "1,203" → 1203 */
export function parseCount(number: string): number {
  const count = spelled.indexOf(number.toLowerCase())
  return count < 0 ? Number(number.replaceAll(',', '')) : count
}
