/** Reads a query in English or Spanish as it is, and one in another language by its phrasebook, if there is one. */
import { foldName } from '@careatlas/directory/person-name'
import { allPhrasebooks, type Phrasebook } from '@careatlas/vocabulary/phrasebook'
import { type PhraseWord, splitPhraseWords } from '@careatlas/vocabulary/phrase-words'
import { foldText } from '@careatlas/vocabulary/words'
import { detectLanguage } from './detect-language.ts'
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
  /** The needs in English; null if none is known. */
  readonly needs: string | null
  /** Whether the search knows common needs in this language. */
  readonly hasPhrasebook: boolean
}

export function readQuery(queryText: string, resources: QueryResources): ReadQuery {
  if (resources.isPlaceName(foldName(queryText))) return { text: queryText, language: null }
  const words = splitPhraseWords(queryText).slice(0, queryTokensMax)
  const tag = detectLanguage(queryText, words, resources)
  if (tag === null) return { text: queryText, language: null }
  const phrasebook = allPhrasebooks().get(tag)
  const needs = phrasebook === undefined ? null : translate(words, phrasebook, resources)
  return {
    text: needs ?? queryText,
    language: { tag, needs, hasPhrasebook: phrasebook !== undefined },
  }
}

/** The known phrases in English, with the other words that English, Spanish or the directory has; null without a need. */
function translate(
  words: readonly PhraseWord[],
  phrasebook: Phrasebook,
  resources: QueryResources,
): string | null {
  const phrases = phrasebook.find(words)
  const parts: { readonly text: string; readonly at: number }[] = phrases
    .filter(({ english }) => english !== '')
    .map(({ english, from }) => ({ text: english, at: from }))
  if (parts.length === 0) return null
  const isInPhrase = new Set(
    phrases.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
  )
  for (const [at, { text }] of words.entries())
    if (!isInPhrase.has(at) && isKept(text, resources)) parts.push({ text, at })
  let last = 0
  let result = ''
  for (const { text, at } of parts.toSorted((a, b) => a.at - b.at)) {
    const isJoined = words.slice(last + 1, at + 1).every((word) => word.isJoined)
    result += result === '' ? text : `${isJoined ? '' : ','} ${text}`
    last = at
  }
  return result
}

const englishCue = /^(?:near|in|around|who|that|speaks?|speaking|female|male|me|not)$/

/** A number, a town, a name, or a word of English or Spanish for care. */
function isKept(text: string, resources: QueryResources): boolean {
  const word = foldText(text)
  if (!/^[\p{Script=Latin}\d]+$/u.test(word)) return false
  return (
    /\d/.test(word) ||
    englishCue.test(word) ||
    isTopic(word, resources) ||
    resources.isTownWord(word) ||
    resources.isCommonName(word)
  )
}
