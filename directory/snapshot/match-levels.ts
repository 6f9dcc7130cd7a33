/** Full-text expressions (SQLite FTS5) for the words of a name, of which the last may be incomplete. */
import { squareWord } from './suggestion-squares.ts'

/** Of this many words, each may be incomplete. For more words, the lists of all names with such beginnings would take too long. */
const incompleteWordsMax = 2

/**
 * The expressions of each level, the best first. First level: all words, then all but the last are whole words of the name. Second
 * level: both of two words begin words of the name. Last level: as the first, but other words, such as a middle name or a town, count too. None for
 * several initials, which fit too many names. `words` are folded, so they contain only letters and digits.
 */
export function matchLevels(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length > 1 && words.every((word) => word.length === 1)) return []
  const whole = words.map((word) => `"${word}"`)
  const begun = whole.map((word) => `${word}*`)
  const lastBegun = [...whole.slice(0, -1), ...begun.slice(-1)]
  const first = [inColumns('name', whole), inColumns('name', lastBegun)]
  if (words.length < 2) return [first]
  const last = [inColumns('{name other}', lastBegun)]
  return words.length > incompleteWordsMax ? [first, last] : [first, [inColumns('name', begun)], last]
}

/** Restricts an expression to the names that have a point in or beside this square. */
export function besideSquare(expression: string, square: number): string {
  return `(${expression}) AND square : "${squareWord(square)}"`
}

function inColumns(columns: string, words: readonly string[]): string {
  return `${columns} : (${words.join(' AND ')})`
}
