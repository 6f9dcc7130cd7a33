/** Codes with which a hospital sorts its internal mail; they do not identify a unit. */

/**
 * The index of the word after the code at `start`: `MSC 8116-0043-08`, `# MS 103`, `MC5555`, `MAIL STOP 2424`, `STOP SHS100`; null
 * if there is no code. `MS 39216` is a state and its ZIP code. Before a house number, only `MSC` and `MAIL STOP` are
 * unambiguous: `MSC 10 5550 1 UNIVERSITY OF NEW MEXICO` has the house number 1.
 */
export function findMailCodeEnd(words: readonly string[], start: number): number | null {
  const id = findId(words, start)
  if (id === null || !/\d/.test(words[id] ?? '')) return null
  if (words[start] === 'MS' && /^\d{5}$/.test(words[id]!)) return null
  const end = words.findIndex((word, index) => index > id && !/^[\d-]+$/.test(word))
  if (end === -1) return words.length
  if (start > 0) return end
  return unambiguousCode.test(words[0]!) ? Math.max(id + 1, end - 1) : null
}

/** A quick test before the search, because few lines have a code. */
export const possibleMailCode = /\b(?:MAIL|STOP|M(?:SC|C|LC?|MC|DC|S)(?:\d|\b))/i

/** The index of the number of the code. */
function findId(words: readonly string[], start: number): number | null {
  const word = words[start]!
  if (!codeStart.test(word)) return null
  if (word === '#') return /^M[A-Z]/.test(words[start + 1] ?? '') ? findId(words, start + 1) : null
  if (attachedCode.test(word)) return start
  const next = word === 'MAIL' ? start + 2 : start + 1
  if (word === 'MAIL' && !wordsAfterMail.has(words[start + 1] ?? '')) return null
  return words[next] === '#' || words[next] === 'MS' ? next + 1 : next
}

const codeStart = /^(?:#$|MAIL|STOP$|M(?:SC|C|LC?|MC|DC|S)(?:\d|$))/
const attachedCode = /^M(?:SC|C|LC?|MC|DC|S)\d/
const unambiguousCode = /^(?:MSC|MAIL)/
const wordsAfterMail: ReadonlySet<string> = new Set(['STOP', 'CODE', 'BOX', 'DROP', 'SLOT', 'RTE', 'ROUTE'])
