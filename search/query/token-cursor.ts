/** The words of a query, from which extractors consume those that they recognize. */

/** The result of an extractor, and the words that remain, in order. */
export interface Extraction<Found> {
  readonly found: Found
  readonly rest: readonly string[]
}

/** The 512 characters of the longest query rarely contain more words; later words are not read. */
export const queryTokensMax = 128

/** The words of one query, some of them consumed. */
export class TokenCursor {
  readonly #words: readonly string[]
  readonly #consumed = new Set<number>()
  readonly #replacements = new Map<number, string>()
  /** The number of words to read. */
  readonly length: number

  constructor(words: readonly string[]) {
    this.#words = words
    this.length = Math.min(words.length, queryTokensMax)
  }

  /** The word at an index; empty if it is consumed or outside the query. */
  at(index: number): string {
    return index < 0 || index >= this.length || this.#consumed.has(index) ? '' : this.#words[index]!
  }

  /** `count` words joined by spaces; empty if one of them is consumed or outside the query. */
  joined(from: number, count: number): string {
    if (count < 1 || from < 0 || from + count > this.length) return ''
    for (let index = from; index < from + count; index++) if (this.#consumed.has(index)) return ''
    return count === 1 ? this.#words[from]! : this.#words.slice(from, from + count).join(' ')
  }

  /** The number of words of the longest phrase that begins here; 0 if none does. */
  phrase(from: number, phrases: PhraseSet): number {
    if (!phrases.firstWords.has(this.at(from))) return 0
    for (let count = phrases.wordsMax; count > 0; count--) {
      const phrase = this.joined(from, count)
      if (phrase !== '' && phrases.has(phrase)) return count
    }
    return 0
  }

  /** The number of words of the longest phrase that ends before `end`; 0 if none does. */
  phraseBefore(end: number, phrases: PhraseSet): number {
    if (!phrases.lastWords.has(this.at(end - 1))) return 0
    for (let count = phrases.wordsMax; count > 0; count--) {
      const phrase = this.joined(end - count, count)
      if (phrase !== '' && phrases.has(phrase)) return count
    }
    return 0
  }

  consume(from: number, count: number): void {
    for (let index = from; index < from + count; index++) this.#consumed.add(index)
  }

  /** Replaces words with one word, or removes them if it is empty. */
  replace(from: number, count: number, word: string): void {
    this.consume(from, count)
    if (word !== '') this.#replacements.set(from, word)
  }

  /** Consumes every occurrence of the phrases; returns whether there was any. */
  consumeAll(phrases: PhraseSet): boolean {
    let found = false
    for (let index = 0; index < this.length; index++) {
      const count = this.phrase(index, phrases)
      if (count === 0) continue
      this.consume(index, count)
      found = true
    }
    return found
  }

  remaining(): readonly string[] {
    return this.#words.flatMap((word, index) => {
      const replacement = this.#replacements.get(index)
      if (replacement !== undefined) return replacement
      return this.#consumed.has(index) ? [] : word
    })
  }
}

/** Phrases of folded words joined by spaces. */
export interface PhraseSet {
  readonly wordsMax: number
  /** Most words begin and end no phrase, and need no phrase to be joined and looked up. */
  readonly firstWords: ReadonlySet<string>
  readonly lastWords: ReadonlySet<string>
  has(phrase: string): boolean
}

/** `a|b` in a phrase matches either word. */
export function phraseSet(phrases: readonly string[]): PhraseSet {
  const all = new Set(phrases.flatMap(expandAlternatives))
  const words = Array.from(all, (phrase) => phrase.split(' '))
  return {
    wordsMax: Math.max(...words.map(({ length }) => length)),
    firstWords: new Set(words.map(([first]) => first!)),
    lastWords: new Set(words.map((phrase) => phrase.at(-1)!)),
    has: (phrase) => all.has(phrase),
  }
}

/** `in|near my area` → `in my area`, `near my area` */
function expandAlternatives(phrase: string): string[] {
  return phrase
    .split(' ')
    .reduce(
      (starts, word) =>
        word.split('|').flatMap((choice) => starts.map((start) => `${start} ${choice}`.trim())),
      [''],
    )
}
