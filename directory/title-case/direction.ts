/** Compass directions in addresses. */
import { directionalWord } from '../street-words.ts'
import { capitalized } from './capital.ts'

/** `NW` → `Northwest`; full words are not abbreviations. */
export function directionOf(word: string): string | undefined {
  const direction = word.length <= 2 ? directionalWord.get(word) : undefined
  return direction === undefined ? undefined : capitalized(direction)
}
