/** Recognizes words of the names of countries in English and Spanish, which are no typos: "Mongolia" is not "mongolian". */
import { wordsOf } from '@careatlas/vocabulary/words'

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const regionCodes = letters.flatMap((first) => letters.map((second) => first + second))

const countryWords: ReadonlySet<string> = new Set(
  ['en', 'es'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return regionCodes.flatMap((code) => wordsOf(names.of(code) ?? ''))
  }),
)

export function isCountryWord(word: string): boolean {
  return countryWords.has(word)
}
