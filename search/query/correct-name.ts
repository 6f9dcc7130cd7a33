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
const leastLength = 4

/** Of all names, each a look-up in the directory: of the 250 of a question they leave 90 to names that are spelled rightly. */
const slipsTried = 160

/** Both words of a pair, or two surnames after titles. */
const namesTried = 2

/** How many pairs of words may hold them. */
const pairsTried = 3

/** "dr gonzales" where only a Gonzalez is known; "maria gonzales" where a Maria Gonzalez is; null where nobody is. */
export function correctName(said: readonly string[], knowledge: QueryResources): CorrectedName | null {
  const words = said.slice(0, queryTokensMax)
  let left = slipsTried
  for (const { at, isBorne } of misspelledNames(words, knowledge).take(namesTried)) {
    const slips = [...spellingVariants(words[at]!).take(left)]
    left -= slips.length
    const name = slips.find(isBorne)
    if (name !== undefined) return { at, name }
  }
  return null
}

/** A word that may be meant for a name, and whether somebody bears that name as the question has it. */
interface MisspelledName {
  readonly at: number
  readonly isBorne: (name: string) => boolean
}

function* misspelledNames(words: readonly string[], knowledge: QueryResources): Generator<MisspelledName> {
  const isSurname = (name: string): boolean => knowledge.isName({ last: foldName(name) })
  if (words.length === 1 && isLoneSurname(words[0]!, knowledge)) yield { at: 0, isBorne: isSurname }
  let tried = 0
  for (let at = 1; at < words.length && tried < pairsTried; at++) {
    const titled = isTitle(words[at - 1]!)
    if (!(titled ? isStrangeSurname : isStrangePair)(words, at, knowledge)) continue
    tried++
    if (titled) yield { at, isBorne: isSurname }
    else yield* misspelledInPair(words, at, knowledge)
  }
}

// Alone

/** One letter away from a shorter word is always somebody's name. */
const leastLoneLength = 6

/** A word that nobody knows and that is all that is asked. */
function isLoneSurname(word: string, knowledge: QueryResources): boolean {
  return (
    word.length >= leastLoneLength &&
    !knowledge.isTownWord(word) &&
    !knowledge.carriers.words.has(word) &&
    !knowledge.isUsualPlace(word) &&
    isStrangeSurname([word], 0, knowledge) &&
    !knowledge.isName({ first: foldName(word) }) &&
    knowledge.spelling.mend(word) === null
  )
}

// After a title

function isStrangeSurname(words: readonly string[], at: number, knowledge: QueryResources): boolean {
  const surname = words[at]!
  if (surname.length < leastLength || isKnownWord(surname, knowledge)) return false
  const isFirst = knowledge.isName({ first: foldName(surname) }) && at + 1 < words.length
  return !isFirst && !knowledge.isName({ last: foldName(surname) })
}

// Beside another name

/** Two words that are no sentence, and that nobody is called. */
function isStrangePair(words: readonly string[], at: number, knowledge: QueryResources): boolean {
  const pair = [words[at - 1]!, words[at]!] as const
  if (pair.every((word) => isKnownWord(word, knowledge))) return false
  return !pair.some((word) => isStopWord(word) || word.length < leastLength - 1) && !isPair(pair, knowledge)
}

function isPair([first, last]: readonly [string, string], { isName }: QueryResources): boolean {
  return isName({ first: foldName(first), last: foldName(last) })
}

/** One of the two has to be as somebody is called, and the other one letter away from it. */
function* misspelledInPair(
  words: readonly string[],
  at: number,
  knowledge: QueryResources,
): Generator<MisspelledName> {
  const [first, last] = [words[at - 1]!, words[at]!]
  const mayBeMeant = (word: string): boolean => word.length >= leastLength && !isKnownWord(word, knowledge)
  if (mayBeMeant(last) && knowledge.isName({ first: foldName(first) }))
    yield { at, isBorne: (name) => isPair([first, name], knowledge) }
  if (mayBeMeant(first) && knowledge.isName({ last: foldName(last) }))
    yield { at: at - 1, isBorne: (name) => isPair([name, last], knowledge) }
}
