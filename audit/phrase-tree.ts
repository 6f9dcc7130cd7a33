/** Phrases by their words, so that the longest one that begins at a word of a text is found in one walk. */

/** What a placeholder stood for: `{ month: 'march', year: '2026' }`; of several of one name the last. */
export type Captured = Readonly<Record<string, string>>

export interface Match<Value> {
  readonly length: number
  readonly value: Value
  readonly captured: Captured
}

interface Branch<Value> {
  readonly next: Map<string, Branch<Value>>
  value: Value | undefined
}

/** Which words each placeholder stands for. */
const placeholders: Readonly<Record<string, (word: string) => boolean>> = {
  '<count>': (word) => /^\d+$/.test(word) || numberWords.has(word),
  '<month>': (word) => months.includes(word),
  '<year>': (word) => /^(?:19|20)\d\d$/.test(word),
  '<day>': (word) => days.includes(word),
  '<time>': (word) => /^(?:\d{1,2}(?::\d\d)?|noon|midnight)$/.test(word),
}

export const months: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')
export const days: readonly string[] = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const numbers =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
const numberWords = new Map(numbers.split(' ').map((word, value) => [word, value]))

/** `fourteen` → 14, `21` → 21 */
export function numberOf(word: string): number {
  return numberWords.get(word) ?? Number(word)
}

export class PhraseTree<Value> {
  readonly #root: Branch<Value> = { next: new Map(), value: undefined }

  add(words: readonly string[], value: Value): void {
    if (words.length === 0) return
    let branch = this.#root
    for (const word of words) {
      let next = branch.next.get(word)
      if (next === undefined) branch.next.set(word, (next = { next: new Map(), value: undefined }))
      branch = next
    }
    branch.value ??= value
  }

  /** The longest phrase that begins at `words[at]`; null when none does. */
  longest(words: readonly string[], at: number): Match<Value> | null {
    return walk(this.#root, words, at, 0, {})
  }
}

function walk<Value>(
  branch: Branch<Value>,
  words: readonly string[],
  at: number,
  length: number,
  captured: Captured,
): Match<Value> | null {
  const word = words[at + length]
  let best: Match<Value> | null =
    branch.value === undefined ? null : { length, value: branch.value, captured }
  if (word === undefined) return best
  const literal = branch.next.get(word)
  if (literal !== undefined) best = longer(best, walk(literal, words, at, length + 1, captured))
  for (const [name, next] of branch.next) {
    if (!name.startsWith('<') || !placeholders[name]?.(word)) continue
    const more = { ...captured, [name.slice(1, -1)]: word }
    best = longer(best, walk(next, words, at, length + 1, more))
  }
  return best
}

function longer<Value>(some: Match<Value> | null, other: Match<Value> | null): Match<Value> | null {
  return (other?.length ?? 0) > (some?.length ?? 0) ? other : some
}
