/** Misspells a phrase: one letter removed, doubled, swapped with the next or replaced. */
import type { Random } from './random.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

export function misspell(phrase: string, random: Random): string {
  const index = 1 + random.below(Math.max(1, phrase.length - 2))
  const [before, letter, after] = [phrase.slice(0, index), phrase[index] ?? '', phrase.slice(index + 1)]
  const mistakes = [
    before + after,
    before + letter + letter + after,
    before + (after[0] ?? '') + letter + after.slice(1),
    before + letters[random.below(letters.length)] + after,
  ]
  return random.oneOf(mistakes)
}
