/** Full-text expressions (SQLite FTS5) for the words of a name, of which the last may be incomplete. */

/**
 * The expressions of each level, the best first. First level: all words, then all but the last are whole words of the name. Second
 * level: all begin words of the name. Third level: one does, and the others begin words of the name or other words, such as a middle
 * name or a town. `words` are folded, so they contain only letters and digits.
 */
export function matchLevels(words: readonly string[]): readonly (readonly string[])[] {
  const whole = words.map((word) => `"${word}"`)
  const begun = whole.map((word) => `${word}*`)
  const lastBegun = [...whole.slice(0, -1), ...begun.slice(-1)]
  const first = [inColumns('name', whole), inColumns('name', lastBegun)]
  if (words.length < 2) return [first]
  const anyInName = `name : (${begun.join(' OR ')})`
  return [first, [inColumns('name', begun)], [`${anyInName} AND ${inColumns('{name other}', begun)}`]]
}

/** Restricts an expression to these squares. */
export function withinSquares(expression: string, squares: readonly number[]): string {
  return `(${expression}) AND square : (${squares.map((square) => `"${square}"`).join(' OR ')})`
}

function inColumns(columns: string, words: readonly string[]): string {
  return `${columns} : (${words.join(' AND ')})`
}
