/** The name of a person as somebody bears it: alone, after a title, or beside a name that somebody bears with it. */
import { foldName } from '@careatlas/directory/person-name'
import { isStopWord } from '@careatlas/vocabulary/words'
import { isTitle } from './care-words.ts'
import { queryTokensMax } from './token-cursor.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'
import { spellingVariants } from './spelling-variants.ts'

/** The name that is meant for the word at a place. */
export interface CorrectedName {
  readonly at: number
  readonly name: string
}

/** Shorter names are one letter away from too many. */
const nameLengthMin = 4

/** Of all names, each a look-up in the directory: of the 250 of a question they leave 90 to names that are spelled rightly. */
const variantsMax = 160

/** Both words of a pair, or two surnames after titles. */
const namesMax = 2

/** How many pairs of words may hold them. */
const pairsMax = 3

/** "dr gonzales" where only a Gonzalez is known; "maria gonzales" where a Maria Gonzalez is; null where nobody is. */
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

/** A word that may be meant for a name, and whether somebody bears that name as the question has it. */
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

// Alone

/** One letter away from a shorter word is always somebody's name. */
const loneNameLengthMin = 6

/** A word that nobody knows and that is all that is asked. */
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

/** Two words that are no sentence, and that nobody is called. */
function isUnknownPair(words: readonly string[], at: number, resources: QueryResources): boolean {
  const pair = [words[at - 1]!, words[at]!] as const
  if (pair.every((word) => isKnownWord(word, resources))) return false
  return !pair.some((word) => isStopWord(word) || word.length < nameLengthMin - 1) && !isPair(pair, resources)
}

function isPair([first, last]: readonly [string, string], { isName }: QueryResources): boolean {
  return isName({ first: foldName(first), last: foldName(last) })
}

/** One of the two has to be as somebody is called, and the other one letter away from it. */
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
