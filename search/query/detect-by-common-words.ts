/** Recognizes languages in Latin script that have no phrasebook by their most common words. */
import { foldText, removeApostrophes } from '@careatlas/vocabulary/words'
import { allWordLists } from './word-lists.ts'

/** The languages that have a word, by its key, each with its spelling. */
const languagesOf = new Map<string, { readonly tag: string; readonly written: string }[]>()
/** The languages that have a phrase of two words, by its keys. */
const languagesOfPhrase = new Map<string, readonly string[]>()
for (const [tag, words] of allWordLists('common-foreign-words.txt'))
  for (const written of words) {
    if (written.includes(' ')) {
      const phrase = toPhraseKey(written.split(' '))
      languagesOfPhrase.set(phrase, [...(languagesOfPhrase.get(phrase) ?? []), tag])
      continue
    }
    const languages = languagesOf.get(toKey(written)) ?? []
    languagesOf.set(toKey(written), languages)
    languages.push({ tag, written })
  }

/** Two foreign words that the language has, or one of this length in a shorter question. */
const foreignMin = 2
const clearLengthMin = 6
const shortQuestionMax = 2

/** Two misspelled words in a long English question do not make it another language: "no ride, no phone min, the pains r 2 min apart". */
const shareMin = 1 / 3

/**
 * If the language has all words, one of this length is enough; in a longer question also one whose stem the vocabulary has by
 * chance: "ho mal di denti".
 */
const lengthBesideCommonMin = 4

function toKey(word: string): string {
  return removeApostrophes(foldText(word)).replaceAll('-', '')
}

function toPhraseKey(words: readonly string[]): string {
  return words.map(toKey).join(' ')
}

interface RecognizedLanguage {
  /** BCP 47. */
  readonly tag: string
  /** The number of foreign words that the language has. */
  readonly foreignCount: number
}

/** What a language has of a question. */
interface CommonWords {
  count: number
  /** As written, with all marks. */
  writtenCount: number
  readonly foreign: Set<string>
  readonly unlisted: Set<string>
}

/**
 * Null if no language has enough of the words.
 * @param isForeign for the index of a word, whether neither English, Spanish nor the directory has it
 * @param isUnlisted the same, even if the vocabulary has its stem
 */
export function detectByCommonWords(
  words: readonly string[],
  isForeign: (index: number) => boolean,
  isUnlisted: (index: number) => boolean,
): RecognizedLanguage | null {
  const byTag = new Map<string, CommonWords>()
  for (const [index, word] of words.entries()) {
    const key = toKey(word)
    const languages = Map.groupBy(languagesOf.get(key) ?? [], ({ tag }) => tag)
    for (const [tag, spellings] of languages) {
      const found = byTag.get(tag) ?? { count: 0, writtenCount: 0, foreign: new Set(), unlisted: new Set() }
      byTag.set(tag, found)
      found.count++
      if (spellings.some(({ written }) => written === word.toLowerCase())) found.writtenCount++
      if (isForeign(index)) found.foreign.add(key)
      if (isUnlisted(index)) found.unlisted.add(key)
    }
  }
  for (const index of words.keys()) {
    const phrase = words.slice(index, index + 2)
    for (const tag of languagesOfPhrase.get(toPhraseKey(phrase)) ?? [])
      for (const word of phrase) byTag.get(tag)?.foreign.add(toKey(word))
  }
  const clear = Array.from(byTag).filter(([, found]) => isClear(found, words.length))
  // If several languages have as many of the words, such as Croatian and Czech, the one with the same spelling.
  const [best] = clear.toSorted(
    ([, a], [, b]) => b.count - a.count || b.writtenCount - a.writtenCount || b.foreign.size - a.foreign.size,
  )
  return best === undefined ? null : { tag: best[0], foreignCount: best[1].foreign.size }
}

function isClear({ count, foreign, unlisted }: CommonWords, length: number): boolean {
  if (count < length * shareMin) return false
  const isShort = length <= shortQuestionMax
  if (foreign.size >= foreignMin || (isShort && hasLong(foreign, clearLengthMin))) return true
  return length > 1 && count === length && hasLong(isShort ? foreign : unlisted, lengthBesideCommonMin)
}

function hasLong(keys: ReadonlySet<string>, lengthMin: number): boolean {
  return [...keys].some((key) => key.length >= lengthMin)
}
