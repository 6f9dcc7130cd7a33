/** The words of a question in the spelling that somebody knows: the vocabulary, the gazetteer or the directory of people. */
import { foldName } from '@careatlas/directory/person-name'
import { isStopWord } from '@careatlas/vocabulary/words'
import { readWordLimit } from './asked-reading.ts'
import { isStateWord } from './asked-state.ts'
import type { Knowledge } from './knowledge.ts'
import { mendedName } from './mended-name.ts'
import { mendedTowns } from './mended-towns.ts'

/** As many words as were said. */
export function spellQuestion(said: readonly string[], knowledge: Knowledge): readonly string[] {
  const spelled = said.map((word, at) => {
    const mended = spelledWord(word, knowledge)
    return mended === word || isInName(said, at, knowledge) ? word : mended
  })
  for (const { at, words } of mendedTowns(said, knowledge)) spelled.splice(at, words.length, ...words)
  const person = mendedName(said, knowledge)
  return person === null ? spelled : spelled.with(person.at, person.name)
}

/** Words that somebody knows stay, and names of towns and usual ones of people; others become the nearest word that is known. */
function spelledWord(word: string, { spelling, isEnglish, isUsualName, isTownWord }: Knowledge): string {
  const known =
    isStopWord(word) || isEnglish(word) || isTownWord(word) || isStateWord(word) || spanishGerund.test(word)
  const mended = known ? null : spelling.mend(word)
  return mended === null || isUsualName(word) ? word : mended
}

/** "doliendo", "dando": verbs of every sentence, and no slips of the names that they resemble. */
const spanishGerund = /(?:ando|iendo|yendo)$/

/** Whether somebody is called by the word and those beside it: "Shaw, Howard", "Luis Diez-Morales". */
function isInName(said: readonly string[], at: number, { isName }: Knowledge): boolean {
  if (at >= readWordLimit) return false
  const named = (from: number, between: number, to: number): boolean => {
    if (from < 0 || to > said.length) return false
    const [one, other] = [said.slice(from, between), said.slice(between, to)].map((words) =>
      foldName(words.join(' ')),
    )
    return isName({ first: one!, last: other! }) || isName({ first: other!, last: one! })
  }
  const ofTwo = [at - 1, at].some((from) => named(from, from + 1, from + 2))
  const ofThree = (from: number): boolean =>
    named(from, from + 1, from + 3) || named(from, from + 2, from + 3)
  return ofTwo || [at - 2, at - 1, at].some(ofThree)
}
