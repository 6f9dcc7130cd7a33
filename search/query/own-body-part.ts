/** Finds a body part after a possessive: "my neck", "his left knee"; not "neck of a guitar". */
import { readAnatomy } from '@careatlas/vocabulary/anatomy'
import { stemOf } from '@careatlas/vocabulary/words'

const possessive = /^(?:my|his|her|our|their|moms|dads|mi|mis)$/

/** Words between the possessive and the body part: "my lower left leg". */
const wordsBetweenMax = 2

let cachedOrgans: ReadonlySet<string> | undefined

/** @param words folded, as `wordsOf` returns them */
export function namesOwnBodyPart(words: readonly string[]): boolean {
  return words.some(
    (word, index) =>
      possessive.test(word) && words.slice(index + 1, index + 2 + wordsBetweenMax).some(isOrgan),
  )
}

function isOrgan(word: string): boolean {
  cachedOrgans ??= new Set(
    readAnatomy().organs.flatMap(({ words }) =>
      words.flatMap((name) => (name.includes(' ') ? [] : stemOf(name))),
    ),
  )
  return cachedOrgans.has(stemOf(word))
}
