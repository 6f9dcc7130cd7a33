/** Codes with which a hospital sorts its internal mail; they do not identify a unit. */

/**
 * The index of the word after the code at `at`: `MSC 8116-0043-08`, `# MS 103`, `MC5555`, `MAIL STOP 2424`, `STOP SHS100`; null
 * if there is no code. `MS 39216` is a state and its ZIP code. Before a house number, only `MSC` and `MAIL STOP` are codes for
 * certain: `MSC 10 5550 1 UNIVERSITY OF NEW MEXICO` is house 1.
 */
export function mailCodeEnd(words: readonly string[], at: number): number | null {
  const id = idAt(words, at)
  if (id === null || !/\d/.test(words[id] ?? '')) return null
  if (words[at] === 'MS' && /^\d{5}$/.test(words[id]!)) return null
  const end = words.findIndex((word, index) => index > id && !/^[\d-]+$/.test(word))
  if (end === -1) return words.length
  if (at > 0) return end
  return surelyCode.test(words[0]!) ? Math.max(id + 1, end - 1) : null
}

/** A cheap first test, because few lines have a code. */
export const mayHaveMailCode = /\b(?:MAIL|STOP|M(?:SC|C|LC?|MC|DC|S)(?:\d|\b))/i

/** The index of the number of the code. */
function idAt(words: readonly string[], at: number): number | null {
  const word = words[at]!
  if (!mayBeCode.test(word)) return null
  if (word === '#') return /^M[A-Z]/.test(words[at + 1] ?? '') ? idAt(words, at + 1) : null
  if (glued.test(word)) return at
  const next = word === 'MAIL' ? at + 2 : at + 1
  if (word === 'MAIL' && !afterMail.has(words[at + 1] ?? '')) return null
  return words[next] === '#' || words[next] === 'MS' ? next + 1 : next
}

const mayBeCode = /^(?:#$|MAIL|STOP$|M(?:SC|C|LC?|MC|DC|S)(?:\d|$))/
const glued = /^M(?:SC|C|LC?|MC|DC|S)\d/
const surelyCode = /^(?:MSC|MAIL)/
const afterMail: ReadonlySet<string> = new Set(['STOP', 'CODE', 'BOX', 'DROP', 'SLOT', 'RTE', 'ROUTE'])
