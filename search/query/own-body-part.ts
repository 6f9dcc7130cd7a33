/** Finds a body part of a person: "my neck", "his knee", unlike "neck of a guitar". */
import { readAnatomy } from '@careatlas/vocabulary/anatomy'
import { stemOf } from '@careatlas/vocabulary/words'

const possessive = /^(?:my|his|her|our|their|moms|dads|mi|mis)$/

/** Words between: "my left knee", "my lower back". */
const wordsBetweenMax = 2

let cachedOrgans: ReadonlySet<string> | undefined

/** Whether the words have a body part shortly after a possessive; the words are in lower case. */
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
