/** Corrects the words of a query by the vocabulary, the gazetteer and the names of the directory. */
import { foldName } from '@careatlas/directory/person-name'
import { isStopWord } from '@careatlas/vocabulary/words'
import { isTitle } from './care-words.ts'
import { queryTokensMax } from './token-cursor.ts'
import { isStateWord } from './state-names.ts'
import type { QueryResources } from './query-resources.ts'
import { correctName } from './correct-name.ts'
import { correctTown } from './correct-town.ts'

/** Returns as many words as it is given. */
export function correctSpelling(tokens: readonly string[], resources: QueryResources): readonly string[] {
  const names = tokens.slice(0, queryTokensMax).map(foldName)
  const corrected = tokens.map((word, at) => {
    const correction = correctWord(word, resources)
    return correction === word || isInName(names, at, resources) ? word : correction
  })
  for (const { at, words } of correctTown(tokens, resources)) corrected.splice(at, words.length, ...words)
  const person = correctName(tokens, resources)
  return person === null ? corrected : corrected.with(person.at, person.name)
}

/** Keeps known words, towns, payers and common names of people and places; other words become the nearest known word. */
function correctWord(word: string, resources: QueryResources): string {
  const { spelling, isEnglish, isCommonName, isCommonPlaceName, isTownWord, carriers } = resources
  const isPlace = isTownWord(word) || isStateWord(word)
  const known =
    isStopWord(word) || isEnglish(word) || isPlace || carriers.words.has(word) || spanishGerund.test(word)
  const correction = known ? null : spelling.correct(word)
  return correction === null || isCommonName(word) || isCommonPlaceName(word) ? word : correction
}

/** "doliendo", "dando": common verbs, not typos of the names that they resemble. */
const spanishGerund = /(?:ando|iendo|yendo)$/

/**
 * Whether a clinician has a name of this word and its neighbors: "Shaw, Howard", "Luis Diez-Morales", "St. Germain", "Dr.
 * Kane".
 */
function isInName(names: readonly string[], at: number, { isName }: QueryResources): boolean {
  if (at >= names.length) return false
  const named = (from: number, between: number, to: number): boolean => {
    if (from < 0 || to > names.length) return false
    const [one, other] = [
      foldName(names.slice(from, between).join(' ')),
      foldName(names.slice(between, to).join(' ')),
    ]
    return isName({ first: one, last: other }) || isName({ first: other, last: one })
  }
  const isTitled = isTitle((names[at - 1] ?? '').toLowerCase()) && isName({ last: names[at]! })
  const isSurname = (from: number): boolean =>
    from >= 0 && from + 2 <= names.length && isName({ last: foldName(names.slice(from, from + 2).join(' ')) })
  const ofTwo = [at - 1, at].some((from) => named(from, from + 1, from + 2) || isSurname(from))
  const ofThree = (from: number): boolean =>
    named(from, from + 1, from + 3) || named(from, from + 2, from + 3)
  return isTitled || ofTwo || [at - 2, at - 1, at].some(ofThree)
}
