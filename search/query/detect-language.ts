/** Recognizes questions that are in neither English nor Spanish. */
import { type KnownPhrase, allPhrasebooks, type Phrasebook } from '@careatlas/vocabulary/phrasebook'
import { type PhraseWord } from '@careatlas/vocabulary/phrase-words'
import { foldText } from '@careatlas/vocabulary/words'
import { detectByCommonWords } from './detect-by-common-words.ts'
import { languageAt } from './language-names.ts'
import { isKnownWord, isTopic, type QueryResources } from './query-resources.ts'
import { languageOfScript } from './script-language.ts'

/** A single word that only a phrasebook knows identifies its language from this length on: "mwen" and "dantis" are no typos. */
const wordLengthMin = 4

/** BCP 47; null for English, Spanish, names, and texts that are too short to tell. */
export function detectLanguage(
  text: string,
  words: readonly PhraseWord[],
  resources: QueryResources,
): string | null {
  const byScript = languageOfScript(text)
  if (byScript !== null) return byScript
  const isForeign = words.map((word) => isForeignWord(word.text, resources))
  const foreignCount = isForeign.filter(Boolean).length
  if (foreignCount === 0) return null
  const [best] = Array.from(allPhrasebooks().values(), (phrasebook) =>
    matchPhrasebook(phrasebook, words, isForeign),
  ).toSorted((a, b) => b.foreignCount - a.foreignCount || b.count - a.count)
  const byWords = detectByCommonWords(
    words.map((word) => word.text),
    isForeign,
  )
  const isBetter = best !== undefined && best.foreignCount >= (byWords?.foreignCount ?? 0)
  return isBetter && isRecognized(best, foreignCount) ? best.tag : (byWords?.tag ?? null)
}

/** Whether neither English, Spanish, the vocabulary, a town nor a common name has the word. */
function isForeignWord(text: string, resources: QueryResources): boolean {
  const word = foldText(text).replaceAll(/['’`]/g, '')
  if (hasForeignMark(text))
    return !resources.isEnglish(word) && !resources.isTownWord(word) && !resources.isCommonName(word)
  if (word.length < 2) return false
  if (isKnownWord(word, resources) || isTopic(word, resources) || resources.isTownWord(word)) return false
  return (
    languageAt((from, count) => (from === 0 && count === 1 ? word : ''), 0) === null &&
    !resources.isCommonName(word)
  )
}

/** Neither English nor Spanish has such marks, except in loanwords and names: "fè", "tôi", "não". */
const foreignMark =
  /[àèìòùâêîôûãõçđ]|\p{L}\p{M}*[\u0306\u0309\u031B\u0323\u0328]|[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹăơư]/iu

function hasForeignMark(text: string): boolean {
  return foreignMark.test(text.normalize('NFC'))
}

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
  isForeign: readonly boolean[],
): PhrasebookMatch {
  const phrases = phrasebook.find(words)
  const foreignIn = ({ from, to }: KnownPhrase): readonly PhraseWord[] =>
    words.slice(from, to).filter((_, index) => isForeign[from + index])
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
