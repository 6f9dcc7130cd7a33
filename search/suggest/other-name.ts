/** Finds the name that explains a suggestion. */
import { foldedWords } from './name-prefix.ts'

/** The first other name with a word that begins with a typed word, of those with which no word of `name` begins; null if none. */
export function findOtherName(
  name: string,
  otherNames: readonly string[],
  typed: readonly string[],
): string | null {
  const missing = typed.filter((word) => !hasWord(name, word))
  return otherNames.find((other) => missing.some((word) => hasWord(other, word))) ?? null
}

function hasWord(name: string, beginning: string): boolean {
  return foldedWords(name).some((word) => word.startsWith(beginning))
}
