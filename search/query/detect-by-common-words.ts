/** Recognizes languages in Latin script that have no phrasebook by their most common words. */
import { foldText, removeApostrophes } from '@careatlas/vocabulary/words'
import { allWordLists } from './word-lists.ts'

const wordsByTag: readonly (readonly [tag: string, words: ReadonlySet<string>])[] = Array.from(
  allWordLists('common-foreign-words.txt'),
  ([tag, words]) => [tag, new Set(words.map(toKey))],
)

/** Two foreign words that the language has, or one of this length in a shorter question. */
const foreignMin = 2
const clearLengthMin = 6
const shortQuestionMax = 2

function toKey(word: string): string {
  return removeApostrophes(foldText(word)).replaceAll('-', '')
}

interface RecognizedLanguage {
  /** BCP 47. */
  readonly tag: string
  /** The number of foreign words that the language has. */
  readonly foreignCount: number
}

/**
 * Null if no language has enough of the words.
 * @param isForeign for each word, whether neither English, Spanish nor the directory has it
 */
export function detectByCommonWords(
  words: readonly string[],
  isForeign: readonly boolean[],
): RecognizedLanguage | null {
  const keys = words.map(toKey)
  const isShort = keys.length <= shortQuestionMax
  let best: (RecognizedLanguage & { count: number }) | null = null
  for (const [tag, known] of wordsByTag) {
    const foreign = keys.filter((key, index) => isForeign[index] && known.has(key))
    const count = keys.filter((key) => known.has(key)).length
    const isClear =
      foreign.length >= foreignMin || (isShort && foreign.some((key) => key.length >= clearLengthMin))
    if (isClear && count > (best?.count ?? 0)) best = { tag, foreignCount: foreign.length, count }
  }
  return best
}
