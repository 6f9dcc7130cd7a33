/** Reads a query in English or Spanish as it is, and one in another language by its phrasebook, if there is one. */
import { queryLengthMax } from '@careatlas/contract/parameters'
import { foldName } from '@careatlas/directory/person-name'
import { allPhrasebooks, type Phrasebook } from '@careatlas/vocabulary/phrasebook'
import { type PhraseWord, splitPhraseWords } from '@careatlas/vocabulary/phrase-words'
import { foldText } from '@careatlas/vocabulary/words'
import { withoutBillingCodes } from './billing-codes.ts'
import { withoutChartNotation } from './chart-notation.ts'
import { withoutCode } from './code-syntax.ts'
import { withoutContractions } from './contractions.ts'
import { detectLanguage } from './detect-language.ts'
import { withoutHomophones } from './homophones.ts'
import { isTopic, type QueryResources } from './query-resources.ts'
import { queryTokensMax } from './token-cursor.ts'

export interface ReadQuery {
  /** In English or Spanish; as written if the language has no phrasebook or the phrasebook knows no need in it. */
  readonly text: string
  /** Null for English and Spanish. */
  readonly language: QueryLanguage | null
}

export interface QueryLanguage {
  /** BCP 47. */
  readonly tag: string
  /** What the phrasebook knows of the query, in English; null if nothing. */
  readonly reading: string | null
  /** Whether the search knows common needs in this language. */
  readonly hasPhrasebook: boolean
}

/** Folding makes Hangul three times longer, no other script as much, and U+FDFA 18 times. */
const foldedLengthMax = 3 * queryLengthMax

export function readQuery(writtenText: string, resources: QueryResources): ReadQuery {
  const boundedText = boundFoldedLength(writtenText)
  if (resources.isPlaceName(foldName(boundedText))) return { text: boundedText, language: null }
  const queryText = withoutCode(boundedText)
  const words = splitPhraseWords(queryText).slice(0, queryTokensMax)
  const tag = detectLanguage(queryText, words, resources)
  if (tag === null)
    return {
      text: withoutContractions(withoutHomophones(withoutChartNotation(withoutBillingCodes(queryText)))),
      language: null,
    }
  const phrasebook = allPhrasebooks().get(tag)
  const reading = phrasebook === undefined ? null : translate(words, phrasebook, resources)
  return {
    text: reading ?? queryText,
    language: { tag, reading, hasPhrasebook: phrasebook !== undefined },
  }
}

/** The text without the characters after the maximum length of the folded text. */
function boundFoldedLength(text: string): string {
  if (foldText(text).length <= foldedLengthMax) return text
  let [end, length] = [0, 0]
  for (const character of text) {
    length += foldText(character).length
    if (length > foldedLengthMax) break
    end += character.length
  }
  return text.slice(0, end)
}

interface EnglishPart {
  readonly english: string
  /** The index of its first word. */
  readonly at: number
}

/** The known phrases in English and the kept words, in their order; null if the phrasebook knows none of the words. */
function translate(
  words: readonly PhraseWord[],
  phrasebook: Phrasebook,
  resources: QueryResources,
): string | null {
  const phrases = phrasebook.find(words)
  const meaningful = phrases.filter(({ english }) => english !== '')
  if (meaningful.length === 0) return null
  const isKnown = (at: number): boolean => phrases.some(({ from, to }) => from <= at && at < to)
  const kept = words.flatMap(({ text }, at) =>
    !isKnown(at) && isKept(text, phrasebook.tag, resources) ? { english: text, at } : [],
  )
  const parts = [...meaningful.map(({ english, from }) => ({ english, at: from })), ...kept]
  return joinParts(
    parts.toSorted((a, b) => a.at - b.at),
    words,
  )
}

/** A comma separates the clauses, because a red flag counts within its clause. */
function joinParts(parts: readonly EnglishPart[], words: readonly PhraseWord[]): string {
  return parts.reduce((text, { english, at }, index) => {
    if (index === 0) return english
    const isJoined = words.slice(parts[index - 1]!.at + 1, at + 1).every((word) => word.isJoined)
    return `${text}${isJoined ? '' : ','} ${english}`
  }, '')
}

const englishCue = /^(?:near|in|around|who|that|speaks?|speaking|female|male|me|not)$/

/** A number, a town, a name, or a word of English or Spanish for care. Most syllables of Vietnamese are also names in lower case. */
function isKept(text: string, tag: string, resources: QueryResources): boolean {
  const word = foldText(text)
  if (!/^[\p{Script=Latin}\d]+$/u.test(word)) return false
  const mayBeName = tag !== 'vi' || /^\p{Lu}/u.test(text)
  return (
    /\d/.test(word) ||
    englishCue.test(word) ||
    isTopic(word, resources) ||
    (mayBeName && (resources.isTownWord(word) || resources.isCommonName(word)))
  )
}
