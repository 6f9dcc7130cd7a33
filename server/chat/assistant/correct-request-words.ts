/** Corrects slips in short messages that only change a search: "clsoer", "femal". */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTopic, type QueryResources } from '@careatlas/search/query/query-resources'
import { editDistance } from '@careatlas/vocabulary/spelling'
import { foldText } from '@careatlas/vocabulary/words'
import { isConversationWord } from './detect-answer-language.ts'

/** In a longer message, the search corrects the words of the need. */
const messageWordsMax = 4
/** Shorter words are one letter apart from too many others. */
const wordLengthMin = 5

/** The words of the patterns of requests that are long enough to have a slip. */
const requestWords: readonly string[] = [
  ...new Set(
    ['requests.txt', 'unanswered-questions.txt']
      .flatMap((file) => readFileSync(join(import.meta.dirname, 'words', file), 'utf8').split('\n'))
      .filter((line) => line.startsWith(' '))
      .flatMap((line) => line.match(/(?<![a-z?*[\])])[a-z]{5,}(?![a-z?*[(\]])/g) ?? []),
  ),
]

/** "Cargué" is a Spanish verb, and no slip in "argue". */
const accentedEnd = /[áéíó]$/iu

const namesPerson = /\b(?:dra?|doctora?)\b/i

type Words = Pick<QueryResources, 'isEnglish' | 'isTownWord' | 'isCommonName' | 'gazetteer' | 'finder'>

/** The message with each unknown word replaced by the only word of requests that is one slip after the first letter apart. */
export function correctRequestWords(text: string, resources: Words): string {
  if (text.split(' ').length > messageWordsMax || namesPerson.test(text)) return text
  // "Doesn't" has a part that looks like a slip.
  return text.replaceAll(/(?<![\p{L}'’])\p{L}+(?!['’]?\p{L})/gu, (word) =>
    accentedEnd.test(word) ? word : (correctWord(foldText(word), resources) ?? word),
  )
}

function correctWord(word: string, resources: Words): string | null {
  const { isEnglish, isTownWord, isCommonName, gazetteer } = resources
  if (word.length < wordLengthMin || isEnglish(word) || isTownWord(word) || isCommonName(word)) return null
  // "Plantar" is no slip of "planta".
  if (isTopic(word, resources)) return null
  if (requestWords.includes(word) || isConversationWord(word)) return null
  const [near, ...others] = requestWords.filter(
    (other) => other[0] === word[0] && editDistance(word, other, 1) === 1,
  )
  // "Quincy" is no slip of "quince".
  const isTown = near !== undefined && gazetteer.servedPlace(word) !== null
  return near === undefined || others.length > 0 || isTown ? null : near
}
