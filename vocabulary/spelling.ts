/**
 * Mends words that nobody knows by the word of the vocabulary that sounds as they do, or else by the nearest one. Both sides
 * only lose letters (W. Garbe, SymSpell, 2012), so that a look-up costs one hash per way of losing them, however many words
 * there are.
 */
import { phoneticKey } from './phonetic-key.ts'

/** Shorter words are not meant: too many others are one letter away from them. */
const leastLength = 5
/** What is written shorter is left alone; at this length it is a word that sounds so, swapped two letters or lost one, not its first. */
const leastWritten = leastLength - 1
/** Longer words cost more than they are worth: the ways to lose two letters grow with the square. */
const mostLength = 24
/** From this length two mistakes are mended. */
const twoMistakesFrom = 8

interface Near {
  readonly word: string
  readonly distance: number
}

export class Spelling {
  /** Word → how common it is. */
  readonly #words: ReadonlyMap<string, number>
  readonly #shortened = new Map<string, string[]>()
  /** Sound → the commonest word that has it. */
  readonly #byPhoneticKey = new Map<string, string>()

  constructor(words: ReadonlyMap<string, number>) {
    this.#words = words
    for (const word of words.keys()) {
      if (word.length >= leastWritten && !/\d/.test(word)) this.#hear(word)
      if (word.length < leastLength || /\d/.test(word)) continue
      for (const short of shortenings(word, mistakesIn(word))) {
        const of = this.#shortened.get(short)
        if (of) of.push(word)
        else this.#shortened.set(short, [word])
      }
    }
  }

  /** Whether `word` is one of those that may be meant. */
  has(word: string): boolean {
    return this.#words.has(word)
  }

  /** The word that sounds so, unless a commoner one is one mistake away; else the nearest; null without one, or if `word` is known. */
  mend(word: string): string | null {
    if (word.length < leastWritten || word.length > mostLength || /\d/.test(word) || this.#words.has(word))
      return null
    const heard = this.#byPhoneticKey.get(phoneticKey(word)) ?? null
    const near = this.#nearest(word)
    if (near === null || heard === null) return near?.word ?? heard
    return near.distance === 1 && this.#precedes(near.word, heard) ? near.word : heard
  }

  #nearest(word: string): Near | null {
    const keepsFirst = word.length === leastWritten
    const swapped = keepsFirst ? this.#swapped(word) : null
    if (swapped !== null) return { word: swapped, distance: 1 }
    const limit = mistakesIn(word)
    let best: Near | null = null
    for (const short of shortenings(word, limit)) {
      for (const candidate of this.#shortened.get(short) ?? []) {
        const distance = editDistance(word, candidate, limit)
        if (distance > limit || ((distance > 1 || keepsFirst) && candidate[0] !== word[0])) continue
        if (
          best === null ||
          distance < best.distance ||
          (distance === best.distance && this.#precedes(candidate, best.word))
        )
          best = { word: candidate, distance }
      }
    }
    return best
  }

  #hear(word: string): void {
    const sound = phoneticKey(word)
    const other = this.#byPhoneticKey.get(sound)
    if (other === undefined || this.#precedes(word, other)) this.#byPhoneticKey.set(sound, word)
  }

  /** The short word of which two letters changed places; other slips turn one short word into many. */
  #swapped(word: string): string | null {
    for (let at = 1; at < word.length - 1; at++) {
      const other = word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)
      if (this.#words.has(other)) return other
    }
    return null
  }

  #precedes(a: string, b: string): boolean {
    const [often, seldom] = [this.#words.get(a)!, this.#words.get(b)!]
    return often === seldom ? a < b : often > seldom
  }
}

function mistakesIn(word: string): number {
  return word.length >= twoMistakesFrom ? 2 : 1
}

/** The word and all that is left of it when up to `count` letters are lost. */
function shortenings(word: string, count: number): ReadonlySet<string> {
  const all = new Set([word])
  const lose = (text: string, from: number, left: number): void => {
    for (let at = from; at < text.length; at++) {
      const short = text.slice(0, at) + text.slice(at + 1)
      all.add(short)
      if (left > 1) lose(short, at, left - 1)
    }
  }
  lose(word, 0, count)
  return all
}

/**
 * How many letters are to be added, dropped, replaced or swapped with their neighbor (optimal string alignment; R. Lowrance
 * and R. Wagner, 1975); more than `limit` is not counted on.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let at = 1; at <= b.length; at++) {
      const same = a[row - 1] === b[at - 1] ? 0 : 1
      let least = Math.min(last[at]! + 1, line[at - 1]! + 1, last[at - 1]! + same)
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        least = Math.min(least, before[at - 2]! + 1)
      line.push(least)
    }
    if (Math.min(...line) > limit) return limit + 1
    before = last
    last = line
  }
  return last[b.length]!
}
