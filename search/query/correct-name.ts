/** Corrects a person's name that no record has: alone, after a title, or beside the other part of the name. */
import { foldName } from '@careatlas/directory/person-name'
import { isStopWord } from '@careatlas/vocabulary/words'
import { isTitle } from './care-words.ts'
import { queryTokensMax } from './token-cursor.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'
import { spellingVariants } from './spelling-variants.ts'

/** The corrected name for the word at a place. */
export interface CorrectedName {
  readonly at: number
  readonly name: string
}

/** Shorter names have too many neighbors at one edit. */
const nameLengthMin = 4

/** Each variant costs one lookup; of the 250 lookups of a query, this leaves 90 for names without typos. */
const variantsMax = 160

/** Both words of a pair, or two surnames after titles. */
const namesMax = 2

/** How many pairs of words to try. */
const pairsMax = 3

/** "dr gonzales" if only a Gonzalez is known; "maria gonzales" if a Maria Gonzalez is; null if no variant exists. */
export function correctName(tokens: readonly string[], resources: QueryResources): CorrectedName | null {
  const words = tokens.slice(0, queryTokensMax)
  let left = variantsMax
  for (const { at, exists } of misspelledNames(words, resources).take(namesMax)) {
    const variants = [...spellingVariants(words[at]!).take(left)]
    left -= variants.length
    const name = variants.find(exists)
    if (name !== undefined) return { at, name }
  }
  return null
}

/** A word that may be a misspelled name, and whether the directory has a variant of it in this position. */
interface MisspelledName {
  readonly at: number
  readonly exists: (name: string) => boolean
}

function* misspelledNames(words: readonly string[], resources: QueryResources): Generator<MisspelledName> {
  const isSurname = (name: string): boolean => resources.isName({ last: foldName(name) })
  if (words.length === 1 && isLoneSurname(words[0]!, resources)) yield { at: 0, exists: isSurname }
  let attempts = 0
  for (let at = 1; at < words.length && attempts < pairsMax; at++) {
    const titled = isTitle(words[at - 1]!)
    if (!(titled ? isUnknownSurname : isUnknownPair)(words, at, resources)) continue
    attempts++
    if (titled) yield { at, exists: isSurname }
    else yield* misspelledInPair(words, at, resources)
  }
}

// The name alone

/** A shorter word is always one edit away from a known name. */
const loneNameLengthMin = 6

/** An unknown word that is the whole query. */
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

function isUnknownSurname(words: readonly string[], at: number, resources: QueryResources): boolean {
  const surname = words[at]!
  if (surname.length < nameLengthMin || isKnownWord(surname, resources)) return false
  const isFirst = resources.isName({ first: foldName(surname) }) && at + 1 < words.length
  return !isFirst && !resources.isName({ last: foldName(surname) })
}

// Beside another name

/** Two words that are neither part of a sentence nor a known name. */
function isUnknownPair(words: readonly string[], at: number, resources: QueryResources): boolean {
  const pair = [words[at - 1]!, words[at]!] as const
  if (pair.every((word) => isKnownWord(word, resources))) return false
  return !pair.some((word) => isStopWord(word) || word.length < nameLengthMin - 1) && !isPair(pair, resources)
}

function isPair([first, last]: readonly [string, string], { isName }: QueryResources): boolean {
  return isName({ first: foldName(first), last: foldName(last) })
}

/** One of the words must be a known name; the other is one edit away from it. */
function* misspelledInPair(
  words: readonly string[],
  at: number,
  resources: QueryResources,
): Generator<MisspelledName> {
  const [first, last] = [words[at - 1]!, words[at]!]
  const mayBeMeant = (word: string): boolean => word.length >= nameLengthMin && !isKnownWord(word, resources)
  if (mayBeMeant(last) && resources.isName({ first: foldName(first) }))
    yield { at, exists: (name) => isPair([first, name], resources) }
  if (mayBeMeant(first) && resources.isName({ last: foldName(last) }))
    yield { at: at - 1, exists: (name) => isPair([name, last], resources) }
}
