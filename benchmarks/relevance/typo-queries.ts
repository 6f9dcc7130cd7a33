/** Adds a typo to a random word of a query. */
import type { Random } from '@careatlas/fixtures/random'

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')

/** Shorter words rarely have typos, and could not be recognized. */
const wordLengthMin = 5

/** Null if no word is long enough. */
export function addTypo(query: string, random: Random): string | null {
  const words = query.match(/\p{L}+/gu)?.filter((word) => word.length >= wordLengthMin) ?? []
  if (words.length === 0) return null
  const word = random.pick(words)
  const index = 1 + random.index(word.length - 2)
  const [before, letter, after] = [word.slice(0, index), word[index]!, word.slice(index + 1)]
  const typo = random.pick([
    before + after,
    before + letter + letter + after,
    before + after[0]! + letter + after.slice(1),
    before + random.pick(letters) + after,
  ])
  return query.replace(word, typo)
}
