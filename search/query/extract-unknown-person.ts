/** Extracts a name after a title that no clinician has: "dr smith", "dr jane smith dentist". */
import { foldName } from '@careatlas/directory/person-name'
import { isStopWord } from '@careatlas/vocabulary/words'
import { clinicianQualifiers, isClinician, isFacility, isTitle } from './care-words.ts'
import type { NameClassifier } from './extract-person.ts'
import { isFiller } from './filler-words.ts'
import { degrees, isBeforeTitle, isTitleAt, skipDegrees, skipTitle } from './person-words.ts'
import { TokenCursor, type Extraction } from './token-cursor.ts'

/** Finds the name after a title. "doctor" is a title before a word that is not English. */
export function extractUnknownPerson(
  tokens: readonly string[],
  classifier: NameClassifier,
  isEnglish: (word: string) => boolean,
): Extraction<string | null> {
  const words = new TokenCursor(tokens)
  const index = Array.from({ length: words.length }, (_, at) => at).find((at) => isNamingTitle(words, at))
  if (index === undefined) return { found: null, rest: tokens }
  const from = skipTitle(words, index)
  const to = findUnknownNameEnd(words, from, classifier, isEnglish)
  if (to === from) return { found: null, rest: tokens }
  const found = words.joined(from, to - from)
  words.consume(index, skipDegrees(words, to) - index)
  return { found, rest: words.remaining() }
}

/** Whether a name may follow: "see dr", "pediatrician dr"; not "a dr" or "eye dr". */
function isNamingTitle(words: TokenCursor, index: number): boolean {
  const before = words.at(index - 1)
  return isTitleAt(words, index) && (isBeforeTitle(before) || isClinician(before))
}

/** The index after the unknown name that begins at `from`; `from` if none does. */
function findUnknownNameEnd(
  words: TokenCursor,
  from: number,
  classifier: NameClassifier,
  isEnglish: (word: string) => boolean,
): number {
  const [first, second] = [words.at(from), words.at(from + 1)]
  if (!mayBeName(first, classifier) || (!isTitle(words.at(from - 1)) && isEnglish(first))) return from
  if (classifier.isPhrase([first, second])) return from
  const isFirstName = classifier.isName({ first: foldName(first) })
  const isLast = words.at(skipDegrees(words, from + 2)) === ''
  if (mayBeName(second, classifier) && (isFirstName || isLast || !isEnglish(second))) return from + 2
  return isFirstName ? from : from + 1
}

function mayBeName(word: string, { isTopic, isFragment }: NameClassifier): boolean {
  if (word.length < 2 || /\p{N}/u.test(word) || isStopWord(word) || isFiller(word) || degrees.has(word))
    return false
  if (isClinician(word) || isFacility(word) || clinicianQualifiers.has(word)) return false
  return !isTopic(word) || isFragment(word)
}
