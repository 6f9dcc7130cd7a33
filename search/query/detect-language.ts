/** Recognizes questions that are in neither English nor Spanish. */
import { type KnownPhrase, allPhrasebooks, type Phrasebook } from '@careatlas/vocabulary/phrasebook'
import { type PhraseWord } from '@careatlas/vocabulary/phrase-words'
import { foldText, removeApostrophes } from '@careatlas/vocabulary/words'
import { detectByCommonWords } from './detect-by-common-words.ts'
import { languageAt } from './language-names.ts'
import { isKnownWord, isTopic, type QueryResources } from './query-resources.ts'
import { languageOfScript } from './script-language.ts'

/** A single word that only a phrasebook knows identifies its language from this length on: "mwen" and "dantis" are no typos. */
const wordLengthMin = 4

/** The script recognizes the languages of the others. */
const latinPhrasebooks = ['pt', 'ht', 'vi'].map((tag) => allPhrasebooks().get(tag)!)

/** BCP 47; null for English, Spanish, names, and texts that are too short to tell. */
export function detectLanguage(
  text: string,
  words: readonly PhraseWord[],
  resources: QueryResources,
): string | null {
  const byScript = languageOfScript(text)
  if (byScript !== null) return byScript
  const keys = words.map(({ text: word }) => toWord(word))
  const hasEnglish = keys.filter((key) => englishWord.test(key)).length >= englishWordsMin
  const isUnknown = words.map(
    (word, index) => !(hasEnglish && hesitation.test(keys[index]!)) && isUnknownWord(word.text, resources),
  )
  const mayBeName = (index: number): boolean =>
    followsTitle(keys, index) || isNameOrTown(words[index]!.text, resources)
  const isForeign = isUnknown.map((isWordUnknown, index) => isWordUnknown && !mayBeName(index))
  const foreignCount = isForeign.filter(Boolean).length
  const isVietnamese = vietnameseMark.test(text.normalize('NFD'))
  const [best] = latinPhrasebooks
    .filter(({ tag }) => tag === 'vi' || !isVietnamese)
    .map((phrasebook) => matchPhrasebook(phrasebook, words, { isUnknown, isForeign }))
    .toSorted((a, b) => b.foreignCount - a.foreignCount || b.count - a.count)
  const byWords = detectByCommonWords(
    words.map((word) => word.text),
    (index) => isForeign[index]!,
    (index) => isForeign[index]! || (!isKnownWord(keys[index]!, resources) && !mayBeName(index)),
  )
  const isBetter = best !== undefined && best.foreignCount >= (byWords?.foreignCount ?? 0)
  return isBetter && isRecognized(best, foreignCount) ? best.tag : (byWords?.tag ?? null)
}

/** Sounds in dictated English; "um" is also Portuguese. */
const hesitation = /^(?:um+|u+h+m*|erm+|h+m+|mhm)$/

/** English words that are not Portuguese; without marks, "só" and "tô" are "so" and "to". */
const englishWord =
  /^(?:i|im|ive|my|the|and|is|it|its|have|has|for|with|that|this|on|of|in|need|looking|hurts?|she|he|was|been)$/
const englishWordsMin = 2

function toWord(text: string): string {
  return removeApostrophes(foldText(text))
}

/** Whether neither English, Spanish nor the vocabulary has the word. */
function isUnknownWord(text: string, resources: QueryResources): boolean {
  const word = toWord(text)
  const marked = text.normalize('NFD')
  if (vietnameseMark.test(marked)) return true
  if (foreignMark.test(marked)) return !resources.isEnglish(word)
  return (
    word.length > 1 && !isKnownWord(word, resources) && !isTopic(word, resources) && !isLanguageName(word)
  )
}

function isLanguageName(word: string): boolean {
  return languageAt((from, count) => (from === 0 && count === 1 ? word : ''), 0) !== null
}

/** Whether the word is the first or last name of "dr tuan le". */
function followsTitle(keys: readonly string[], index: number): boolean {
  return keys.slice(Math.max(0, index - nameWordsMax), index).some((key) => key === 'dr' || key === 'dra')
}

const nameWordsMax = 2

function isNameOrTown(text: string, { isTownWord, isCommonName }: QueryResources): boolean {
  const word = toWord(text)
  return isTownWord(word) || isCommonName(word)
}

/** Neither English nor Spanish has such marks, except in loanwords: "fè", "não", "är"; and no loanword has those of Vietnamese. */
const foreignMark =
  /[\u0300\u0302\u0306\u0307\u0309\u030A\u031B\u0323\u0327\u0328]|[ao]\u0303|[aeo]\u0308|đ/iu
const vietnameseMark = /[\u0309\u031B\u0323]|[\u0302\u0306][\u0300\u0301\u0303]|đ/iu

/** For each word. */
interface WordKinds {
  /** Whether neither English, Spanish nor the vocabulary has it. */
  readonly isUnknown: readonly boolean[]
  /** Whether it is unknown, and neither a town nor a common name. */
  readonly isForeign: readonly boolean[]
}

/**
 * A phrase of so many words is neither a name nor English by chance: "pa ka respire". Portuguese shares some with Spanish: "hérnia
 * de disco".
 */
const longPhraseMin = 3

interface PhrasebookMatch {
  readonly tag: string
  /** The number of words that the phrasebook knows, and how many of these are foreign. */
  readonly count: number
  readonly foreignCount: number
  /**
   * Whether the phrasebook knows a long foreign word, a phrase with a foreign word, or all words of a question with a need.
   */
  readonly isClear: boolean
}

function matchPhrasebook(
  phrasebook: Phrasebook,
  words: readonly PhraseWord[],
  { isUnknown, isForeign }: WordKinds,
): PhrasebookMatch {
  const phrases = phrasebook.find(words)
  const foreignIn = ({ from, to }: KnownPhrase): readonly PhraseWord[] => {
    const phrase = words.slice(from, to)
    if (phrase.length < longPhraseMin) return phrase.filter((_, index) => isForeign[from + index])
    return phrasebook.tag === 'pt' ? phrase.filter((_, index) => isUnknown[from + index]) : phrase
  }
  const count = phrases.reduce((sum, { from, to }) => sum + to - from, 0)
  const isWhole = words.length > 1 && count === words.length && phrases.some(({ isNeed }) => isNeed)
  return {
    tag: phrasebook.tag,
    count,
    foreignCount: phrases.reduce((sum, phrase) => sum + foreignIn(phrase).length, 0),
    isClear:
      isWhole ||
      phrases.some((phrase) => {
        const foreign = foreignIn(phrase)
        if (phrase.to - phrase.from > 1 && phrase.english !== '') return foreign.length > 0
        return foreign.some(({ text }) => text.length >= wordLengthMin)
      }),
  }
}

/** Half of the foreign words must be in the phrasebook: a typo, or a name that few clinicians have, is not a language. */
function isRecognized({ foreignCount, isClear }: PhrasebookMatch, allForeignCount: number): boolean {
  return foreignCount >= (isClear ? 1 : 2) && foreignCount >= allForeignCount / 2
}
