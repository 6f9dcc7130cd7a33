/** Recognizes words of the names of countries in English and Spanish, which are no typos: "Mongolia" is not "mongolian". */
import { wordsOf } from '@careatlas/vocabulary/words'

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const regionCodes = letters.flatMap((first) => letters.map((second) => first + second))

/** Unions, the code of an unknown region, and those that ICU uses to test displays. */
const notCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
/** Shorter ones are no names: "of", "de", "the". */
const lengthMin = 4

const countryWords: ReadonlySet<string> = new Set(
  ['en', 'es'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return regionCodes
      .filter((code) => !notCountries.has(code))
      .flatMap((code) => wordsOf(names.of(code) ?? ''))
      .filter((word) => word.length >= lengthMin)
  }),
)

export function isCountryWord(word: string): boolean {
  return countryWords.has(word)
}
