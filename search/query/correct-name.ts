/** Corrects a misspelled name of a person: one part alone, after a title or beside the other part, or both parts. */
import { foldName } from '@careatlas/directory/person-name'
import { isStopWord } from '@careatlas/vocabulary/words'
import { isTitle } from './care-words.ts'
import { queryTokensMax } from './token-cursor.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'
import { spellingVariants } from './spelling-variants.ts'

/** The corrected name for one word of the query. */
export interface CorrectedName {
  readonly index: number
  readonly name: string
}

/** Shorter names have too many neighbors at one edit. */
const nameLengthMin = 4

/**
 * Each variant costs one lookup; of the 250 lookups of a query, this leaves 90 for names without typos. A query that is only a name
 * with two typos may use all 250; it has no other names.
 */
const variantsMax = 160

/** Both words of a pair, or two surnames after titles. */
const namesMax = 2

/** The number of words to try, each with the word before it. */
const attemptsMax = 3

/** Corrects "dr gonzales" if only a Gonzalez exists, "maria gonzales" if a Maria Gonzalez exists, and both parts of "marai gonzales". */
export function correctName(tokens: readonly string[], resources: QueryResources): readonly CorrectedName[] {
  const words = tokens.slice(0, queryTokensMax)
  const bothParts = correctBothParts(words, resources)
  if (bothParts.length > 0) return bothParts
  const onePart = correctOnePart(words, resources)
  return onePart === null ? [] : [onePart]
}

function correctOnePart(words: readonly string[], resources: QueryResources): CorrectedName | null {
  let variantsLeft = variantsMax
  for (const { index, exists } of misspelledNames(words, resources).take(namesMax)) {
    const variants = [...spellingVariants(words[index]!).take(variantsLeft)]
    variantsLeft -= variants.length
    const name = variants.find(exists)
    if (name !== undefined) return { index, name }
  }
  return null
}

/** A word that may be a misspelled name; `exists` tells whether the directory has a variant of it in this position. */
interface MisspelledName {
  readonly index: number
  readonly exists: (name: string) => boolean
}

function* misspelledNames(words: readonly string[], resources: QueryResources): Generator<MisspelledName> {
  const isSurname = (name: string): boolean => resources.isName({ last: foldName(name) })
  if (words.length === 1 && isLoneSurname(words[0]!, resources)) yield { index: 0, exists: isSurname }
  let attempts = 0
  for (let index = 1; index < words.length && attempts < attemptsMax; index++) {
    const isTitled = isTitle(words[index - 1]!)
    if (!(isTitled ? isUnknownSurname : isUnknownPair)(words, index, resources)) continue
    attempts++
    if (isTitled) yield { index, exists: isSurname }
    else yield* misspelledInPair(words, index, resources)
  }
}

// The name alone

/** Nearly every shorter word is one edit away from a known name. */
const loneNameLengthMin = 6

/** Whether a query of this one word may be a misspelled surname. */
function isLoneSurname(word: string, resources: QueryResources): boolean {
  return (
    word.length >= loneNameLengthMin &&
    !resources.isTownWord(word) &&
    !resources.carriers.words.has(word) &&
    !resources.isCommonPlaceName(word) &&
    isUnknownSurname([word], 0, resources) &&
    !resources.isName({ first: foldName(word) }) &&
    resources.spelling.correct(word) === null
  )
}

// After a title

function isUnknownSurname(words: readonly string[], index: number, resources: QueryResources): boolean {
  const surname = words[index]!
  if (surname.length < nameLengthMin || isKnownWord(surname, resources)) return false
  const isFirst = resources.isName({ first: foldName(surname) }) && index + 1 < words.length
  return !isFirst && !resources.isName({ last: foldName(surname) })
}

// Beside another name

/** Two words that are neither part of a sentence nor a known name. */
function isUnknownPair(words: readonly string[], index: number, resources: QueryResources): boolean {
  const pair = [words[index - 1]!, words[index]!] as const
  if (pair.every((word) => isKnownWord(word, resources))) return false
  return !pair.some((word) => isStopWord(word) || word.length < nameLengthMin - 1) && !isPair(pair, resources)
}

function isPair([first, last]: readonly [string, string], { isName }: QueryResources): boolean {
  return isName({ first: foldName(first), last: foldName(last) })
}

/** One of the two words must be a known name; the other one may be misspelled. */
function* misspelledInPair(
  words: readonly string[],
  index: number,
  resources: QueryResources,
): Generator<MisspelledName> {
  const [first, last] = [words[index - 1]!, words[index]!]
  const isCorrectable = (word: string): boolean =>
    word.length >= nameLengthMin && !isKnownWord(word, resources)
  if (isCorrectable(last) && resources.isName({ first: foldName(first) }))
    yield { index, exists: (name) => isPair([first, name], resources) }
  if (isCorrectable(first) && resources.isName({ last: foldName(last) }))
    yield { index: index - 1, exists: (name) => isPair([name, last], resources) }
}

// Both parts of a name

/** More pairs of existing names are not looked up: among millions of clinicians, so many variants exist that none is certain. */
const pairsMax = 30

/** Corrects "nathen rosha", alone or after a title, if one listed name is one edit away in each part. */
function correctBothParts(words: readonly string[], resources: QueryResources): readonly CorrectedName[] {
  const from = words.length === 3 && isTitle(words[0]!) ? 1 : 0
  const [first, last] = [words[from], words[from + 1]]
  if (first === undefined || last === undefined || words.length > from + 2) return []
  if (![first, last].every((word) => word.length >= nameLengthMin && isUnknown(word, resources))) return []
  const firstNames = listedVariants(first, (name) => resources.isName({ first: foldName(name) }))
  const surnames =
    firstNames.length === 0 ? [] : listedVariants(last, (name) => resources.isName({ last: foldName(name) }))
  if (firstNames.length * surnames.length > pairsMax) return []
  const pairs = firstNames
    .flatMap((name) => surnames.map((surname) => [name, surname] as const))
    .filter((pair) => isPair(pair, resources))
  const [only, ...others] = pairs
  if (only === undefined || others.length > 0) return []
  return only.map((name, part) => ({ index: from + part, name }))
}

/** Whether neither the vocabulary nor English has the word, and no clinician, town or payer has it as a name. */
function isUnknown(word: string, resources: QueryResources): boolean {
  if (isKnownWord(word, resources) || resources.isTownWord(word) || resources.carriers.words.has(word))
    return false
  return !resources.isName({ first: foldName(word) }) && !resources.isName({ last: foldName(word) })
}

/** The existing variants of one part of a name. Each part may have half of the variants. */
function listedVariants(word: string, exists: (name: string) => boolean): readonly string[] {
  return spellingVariants(word)
    .take(variantsMax / 2)
    .filter(exists)
    .toArray()
}
