/** The words of a query, from which extractors consume those that they recognize. */

/** The result of an extractor, and the words that remain, in order. */
export interface Extraction<Found> {
  readonly found: Found
  readonly rest: readonly string[]
}

/** 512 characters, the limit of the contract, rarely contain more words; later words are not read. */
export const queryTokensMax = 128

/** A query of which some words are consumed. */
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

  /** The word at a place; empty outside the query and if the word is consumed. */
  at(place: number): string {
    return place < 0 || place >= this.length || this.#consumed.has(place) ? '' : this.#words[place]!
  }

  /** `count` words joined by spaces; empty if one of them is consumed or the query ends before. */
  joined(from: number, count: number): string {
    if (count < 1 || from < 0 || from + count > this.length) return ''
    for (let place = from; place < from + count; place++) if (this.#consumed.has(place)) return ''
    return count === 1 ? this.#words[from]! : this.#words.slice(from, from + count).join(' ')
  }

  /** The number of words of the longest phrase that begins here; 0 if none does. */
  phrase(from: number, known: PhraseSet): number {
    for (let count = known.wordsMax; count > 0; count--) {
      const phrase = this.joined(from, count)
      if (phrase !== '' && known.has(phrase)) return count
    }
    return 0
  }

  /** The number of words of the longest phrase that ends before `end`; 0 if none does. */
  phraseBefore(end: number, known: PhraseSet): number {
    for (let count = known.wordsMax; count > 0; count--) {
      const phrase = this.joined(end - count, count)
      if (phrase !== '' && known.has(phrase)) return count
    }
    return 0
  }

  consume(from: number, count: number): void {
    for (let place = from; place < from + count; place++) this.#consumed.add(place)
  }

  /** Replaces words with one word, or removes them if it is empty. */
  replace(from: number, count: number, word: string): void {
    this.consume(from, count)
    if (word !== '') this.#replacements.set(from, word)
  }

  /** Consumes every occurrence of the phrases; returns whether there was any. */
  consumeAll(known: PhraseSet): boolean {
    let found = false
    for (let place = 0; place < this.length; place++) {
      const count = this.phrase(place, known)
      if (count === 0) continue
      this.consume(place, count)
      found = true
    }
    return found
  }

  remaining(): readonly string[] {
    return this.#words.flatMap((word, place) => {
      const instead = this.#replacements.get(place)
      if (instead !== undefined) return instead
      return this.#consumed.has(place) ? [] : word
    })
  }
}

/** Phrases of folded words joined by spaces. */
export interface PhraseSet {
  readonly wordsMax: number
  has(phrase: string): boolean
}

/** `a|b` in a phrase matches either word. */
export function phraseSet(phrases: readonly string[]): PhraseSet {
  const all = new Set(phrases.flatMap(expandAlternatives))
  const wordsMax = Math.max(...Array.from(all, (phrase) => phrase.split(' ').length))
  return { wordsMax, has: (phrase) => all.has(phrase) }
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
