/** Figures of speech that name a danger: "drowning in work". */
import { readRedFlags } from './red-flag.ts'

const { group } = readRedFlags(import.meta.dirname, 'context.txt')
const eachFigurativeDanger = new RegExp(group('figurative danger').source, 'g')
const eachDangerWord = new RegExp(group('danger word').source, 'g')

/** The text without its figures of speech. */
export function withoutFigurativeDanger(text: string): string {
  return text.replaceAll(eachFigurativeDanger, ' ').trim()
}

/** The words without the dangers that are figures of speech; what overwhelms the person remains: "in grief". */
export function withoutFigurativeWords(words: readonly string[]): readonly string[] {
  return words
    .join(' ')
    .replaceAll(eachFigurativeDanger, (figure) => figure.replaceAll(eachDangerWord, ' '))
    .split(' ')
    .filter((word) => word !== '')
}
