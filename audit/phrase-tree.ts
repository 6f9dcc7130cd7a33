/** A prefix tree of phrases, which finds all phrases that begin at a word of a text in one pass. */

/** The words that placeholders matched, `{ month: 'march', year: '2026' }`; of a repeated placeholder, the last. */
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

/** The words that each placeholder matches. Counts up to twenty are written in words, so a house number is not a count. */
const placeholders: readonly (readonly [string, (word: string) => boolean])[] = Object.entries({
  '<count>': (word) => countByWord.has(word) || (/^\d+$/.test(word) && Number(word) > 20),
  '<month>': (word) => months.includes(word),
  '<year>': (word) => /^(?:19|20)\d\d$/.test(word),
  '<day>': (word) => days.includes(word),
  '<time>': (word) => /^(?:\d{1,2}(?::\d\d)?|noon|midnight)$/.test(word),
})

export const months: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')
export const days: readonly string[] = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const countWords =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
const countByWord = new Map(countWords.split(' ').map((word, value) => [word, value]))

/** `fourteen` → 14, `21` → 21 */
export function parseCount(word: string): number {
  return countByWord.get(word) ?? Number(word)
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

  /** Every phrase that begins at `words[start]`. */
  findMatches(words: readonly string[], start: number): readonly Match<Value>[] {
    const found: Match<Value>[] = []
    const walk = (branch: Branch<Value>, length: number, captured: Captured): void => {
      if (branch.value !== undefined) found.push({ length, value: branch.value, captured })
      const word = words[start + length]
      if (word === undefined) return
      const literal = branch.next.get(word)
      if (literal !== undefined) walk(literal, length + 1, captured)
      for (const [name, isMatch] of placeholders) {
        const next = branch.next.get(name)
        if (next === undefined || !isMatch(word)) continue
        walk(next, length + 1, { ...captured, [name.slice(1, -1)]: word })
      }
    }
    walk(this.#root, 0, {})
    return found
  }
}
