/** Extracts the person that a query names: "dr maria lopez", "Lopez, Maria J.", "maria garcia-lopez md". */
import { foldName, type FoldedName } from '@careatlas/directory/person-name'
import { isStopWord } from '@careatlas/vocabulary/words'
import { isClinician, clinicianQualifiers } from './care-words.ts'
import { TokenCursor, type Extraction } from './token-cursor.ts'
import { isFiller } from './filler-words.ts'
import { degrees, isTitleAt, particles, requestWords, skipDegrees, skipTitle } from './person-words.ts'

/** Distinguishes names from other words. */
export interface NameClassifier {
  /** Whether a clinician has the name; compares like the name parameters. */
  readonly isName: (name: FoldedName) => boolean
  /** Whether the vocabulary knows the word. */
  readonly isTopic: (word: string) => boolean
  /** Whether the words form a phrase of the vocabulary. */
  readonly isPhrase: (words: readonly string[]) => boolean
  /** Whether few phrases of the vocabulary contain the word, and no phrase in scope is the word alone: `smith`. */
  readonly isFragment: (word: string) => boolean
  /** Whether the word is more likely a surname than part of a sentence. */
  readonly isSurname: (word: string) => boolean
  /** Whether the word alone is more likely a name than a topic. */
  readonly isLikelierName: (word: string) => boolean
}

/** Finds a name that a clinician has after a title, beside a word for a clinician, or as the whole rest of the query. */
export function extractPerson(
  tokens: readonly string[],
  classifier: NameClassifier,
): Extraction<FoldedName | null> {
  const words = new TokenCursor(tokens)
  const person =
    findTitledPerson(words, classifier) ??
    findUntitledPerson(words, classifier) ??
    findSingleName(words, classifier)
  if (person === null) return { found: null, rest: words.remaining() }
  words.consume(person.from, person.to - person.from)
  return { found: person.name, rest: words.remaining() }
}

interface Person {
  readonly name: FoldedName
  readonly from: number
  readonly to: number
}

/** Words of the longest names, such as "maria de los angeles garcia lopez". */
const nameWordsMax = 6

// After a title

/** A query names one person, and each title may cost sixty lookups. */
const titlesMax = 2

function findTitledPerson(words: TokenCursor, classifier: NameClassifier): Person | null {
  let attempts = 0
  for (let index = 0; index < words.length && attempts < titlesMax; index++) {
    if (!isTitleAt(words, index)) continue
    attempts++
    const found = findNameAfterTitle(words, skipTitle(words, index), classifier)
    if (found !== null) return { name: found.name, from: index, to: skipDegrees(words, found.to) }
  }
  return null
}

function findNameAfterTitle(
  words: TokenCursor,
  from: number,
  classifier: NameClassifier,
): { readonly name: FoldedName; readonly to: number } | null {
  const { isName, isTopic, isFragment } = classifier
  for (let count = nameWordsMax; count > 1; count--) {
    const parts = nameParts(words, from, count)
    if (parts === null || isSubject(parts, classifier)) continue
    const name = findName(parts, isName) ?? findSurname(parts, isName)
    if (name !== null) return { name, to: from + count }
  }
  const likely = findLikelyName(nameParts(words, from, 2) ?? [], classifier)
  if (likely !== null) return { name: likely, to: from + 2 }
  const [only] = nameParts(words, from, 1) ?? []
  const isFollowed = words.at(skipDegrees(words, from + 1)) !== ''
  if (only === undefined || only.length < 2 || isStopWord(only)) return null
  if (isFollowed && isTopic(only) && !isFragment(only)) return null
  const name = { last: foldName(only) }
  return name.last !== '' && isName(name) ? { name, to: from + 1 } : null
}

/** A surname of several words: "de la cruz", "st germain". */
function findSurname(parts: readonly string[], isName: (name: FoldedName) => boolean): FoldedName | null {
  const name = { last: foldName(parts.join(' ')) }
  return name.last !== '' && isName(name) ? name : null
}

/** The words if they may form a name; null if there are too few, or one is a number or a stop word. */
function nameParts(words: TokenCursor, from: number, count: number): readonly string[] | null {
  const phrase = words.joined(from, count)
  if (phrase === '' || /\p{N}/u.test(phrase)) return null
  const parts = phrase.split(' ')
  return parts.some((part) => isStopWord(part) && !particles.has(part) && part.length > 1) ? null : parts
}

// Without a title

function findUntitledPerson(words: TokenCursor, classifier: NameClassifier): Person | null {
  if (words.length > untitledWordsMax) return null
  const last = words.length
  let from = 0
  while (from < last && requestWords.has(words.at(from))) from++
  for (const to of new Set([last, withoutDegrees(words, from)])) {
    const name = findBareName(nameParts(words, from, to - from), classifier)
    if (name !== null) return { name, from, to: last }
  }
  return null
}

/** Finds a name that may consist of words of the vocabulary, unless they form a phrase: "thomas young", not "hand pain". */
function findBareName(parts: readonly string[] | null, classifier: NameClassifier): FoldedName | null {
  if (parts === null || !hasNameLength(parts)) return null
  if (isSubject(parts, classifier)) return null
  return (
    findName(parts, classifier.isName) ??
    (classifier.isTopic(parts[0]!) ? null : findLikelyName(parts, classifier))
  )
}

/** Whether the words are a phrase of the vocabulary, or several of its words. */
function isSubject(parts: readonly string[], { isTopic, isPhrase }: NameClassifier): boolean {
  const areTopics = parts.every((part) => part.length < 2 || particles.has(part) || isTopic(part))
  return areTopics && (parts.length > 2 || isPhrase(parts))
}

/** Finds "georgia brown" even if no clinician has both names: a known first name before a known surname is not a topic. */
function findLikelyName(parts: readonly string[], classifier: NameClassifier): FoldedName | null {
  const { isName, isFragment, isSurname } = classifier
  const [first, last, ...more] = parts
  if (first === undefined || last === undefined || more.length > 0) return null
  if (!isFragment(last) || !isSurname(last) || isSubject(parts, classifier)) return null
  const name = { first: foldName(first), last: foldName(last) }
  return isName({ first: name.first }) && isName({ last: name.last }) ? name : null
}

/** A longer query has no name without a title: six words of a name, and as many before and after it. */
const untitledWordsMax = 3 * nameWordsMax

/** The end of a name that the query ends with, without degrees. */
function withoutDegrees(words: TokenCursor, from: number): number {
  let to = words.length
  for (let steps = 0; steps < 3; steps++) {
    const count = words.phraseBefore(to, degrees)
    if (to - count <= from) break
    to -= count
  }
  return to
}

/** Whether there are two or three words, not counting particles; an initial counts. */
function hasNameLength(parts: readonly string[]): boolean {
  const counted = parts.filter((part) => !particles.has(part)).length
  return (
    parts.length <= nameWordsMax &&
    parts.length > 1 &&
    counted >= 1 &&
    counted <= 3 &&
    parts.some((part) => part.length > 1)
  )
}

// One name alone

/** Finds a surname that is also a word of the vocabulary: "smith", "smith md", "smith pediatrician". */
function findSingleName(words: TokenCursor, classifier: NameClassifier): Person | null {
  if (words.length > besideWordsMax + 1) return null
  const indexes = Array.from({ length: words.length }, (_, index) => index)
  const candidates = indexes.filter((index) => !isBesideName(words.at(index)))
  const [only, ...others] =
    candidates.length > 1
      ? candidates.filter((index) => !clinicianQualifiers.has(words.at(index)))
      : candidates
  if (only === undefined || others.length > 0) return null
  const word = words.at(only)
  const isAlone = only === 0 && skipDegrees(words, 1) === words.length
  const name = { last: foldName(word) }
  if (!(isAlone ? classifier.isLikelierName(word) : isNameBeside(words, only, classifier))) return null
  if (!classifier.isTopic(word) || name.last === '' || !classifier.isName(name)) return null
  return { name, from: only, to: isAlone ? words.length : only + 1 }
}

/** Whether the word may accompany a name. */
function isBesideName(word: string): boolean {
  return isClinician(word) || requestWords.has(word) || degrees.has(word)
}

/** Whether a name is beside a clinician: "smith pediatrician", "jones pediatric dentist"; not "best doctor" or "ward nurse". */
function isNameBeside(
  words: TokenCursor,
  index: number,
  { isFragment, isSurname, isPhrase }: NameClassifier,
): boolean {
  const [before, word, after] = [words.at(index - 1), words.at(index), words.at(index + 1)]
  const isField = clinicianQualifiers.has(after) && isClinician(words.at(index + 2))
  if (!isClinician(before) && !isClinician(after) && !isField) return false
  if (!isFragment(word) || isFiller(word) || clinicianQualifiers.has(word) || !isSurname(word)) return false
  return !isPhrase([before, word]) && !isPhrase([word, after])
}

/** The number of words around a single name: "looking for a", "nurse practitioner". */
const besideWordsMax = 4

// Ways to split words into names

/** The first split that a clinician has: first name first, then last name first. */
function findName(parts: readonly string[], isName: (name: FoldedName) => boolean): FoldedName | null {
  const folded = parts.map(foldName)
  if (folded.includes('')) return null
  for (const name of nameSplits(folded)) if (isName(name)) return name
  return null
}

function* nameSplits(parts: readonly string[]): Generator<FoldedName> {
  const text = (from: number, to: number): string => joinWords(parts.slice(from, to))
  const end = parts.length
  const initial = parts.findIndex((part, index) => index > 0 && part.length === 1)
  if (initial > 0) yield* withInitial(parts, initial)
  for (let cut = 1; cut < end; cut++) yield { first: text(0, cut), last: text(cut, end) }
  for (let cut = 2; cut < end; cut++) yield { first: text(0, 1), middle: text(1, cut), last: text(cut, end) }
  for (let cut = 1; cut < end; cut++) yield { last: text(0, cut), first: text(cut, end) }
  for (let cut = 1; cut < end - 1; cut++)
    yield { last: text(0, cut), first: text(cut, cut + 1), middle: text(cut + 1, end) }
}

/** "maria j lopez", "lopez maria j"; then without the initial, which most records omit. */
function* withInitial(parts: readonly string[], initial: number): Generator<FoldedName> {
  const middle = parts[initial]!
  const before = parts.slice(0, initial)
  const after = parts.slice(initial + 1)
  if (after.length > 0) {
    yield { first: joinWords(before), middle, last: joinWords(after) }
    yield { first: joinWords(before), last: joinWords(after) }
    return
  }
  for (let first = 1; first < before.length; first++) {
    const last = joinWords(before.slice(0, first))
    yield { last, first: joinWords(before.slice(first)), middle }
    yield { last, first: joinWords(before.slice(first)) }
  }
}

function joinWords(parts: readonly string[]): string {
  return parts.join(' ')
}
