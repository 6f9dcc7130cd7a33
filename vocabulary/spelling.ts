/**
 * Corrects unknown words to the word of the vocabulary with the same sound, or else to the nearest one. Both sides are indexed
 * by their deletions (W. Garbe, SymSpell, 2012), so that a lookup costs one hash per deletion, whatever the size of the
 * vocabulary.
 */
import { phoneticKey } from './phonetic-key.ts'

/** Shorter words are not used as corrections: too many other words are one edit away. */
const wordLengthMin = 5
/**
 * Shorter words of a query are not corrected. A word of this length is corrected to a word with the same sound, with two
 * letters swapped, or with one letter more, but the same first letter.
 */
const queryWordLengthMin = wordLengthMin - 1
/** Longer words are not corrected: the number of deletions of two letters grows with the square. */
const wordLengthMax = 24
/** From this length two edits are corrected. */
const twoEditsLengthMin = 8

interface Correction {
  readonly word: string
  readonly distance: number
}

export class SpellingCorrector {
  /** Word → frequency. */
  readonly #words: ReadonlyMap<string, number>
  readonly #byDeletion: DeletionIndex
  /** Phonetic key → the most common word with it. */
  readonly #byPhoneticKey = new Map<string, string>()

  constructor(words: ReadonlyMap<string, number>) {
    this.#words = words
    const indexed = [...words.keys()].filter((word) => word.length >= queryWordLengthMin && !/\d/.test(word))
    for (const word of indexed) this.#indexSound(word)
    this.#byDeletion = new DeletionIndex(indexed.filter((word) => word.length >= wordLengthMin))
  }

  /** Whether `word` is in the vocabulary of the speller. */
  has(word: string): boolean {
    return this.#words.has(word)
  }

  /**
   * Returns the word with the same sound, unless a more common word is one edit away; if there is none, the nearest word. Null
   * if no word is near, or if `word` is known.
   */
  correct(word: string): string | null {
    if (
      word.length < queryWordLengthMin ||
      word.length > wordLengthMax ||
      /\d/.test(word) ||
      this.#words.has(word)
    )
      return null
    const phonetic = this.#byPhoneticKey.get(phoneticKey(word)) ?? null
    const near = this.#findNearest(word)
    if (near === null || phonetic === null) return near?.word ?? phonetic
    return near.distance === 1 && this.#precedes(near.word, phonetic) ? near.word : phonetic
  }

  #findNearest(word: string): Correction | null {
    const mustKeepFirst = word.length === queryWordLengthMin
    const swappedWord = mustKeepFirst ? this.#findSwapped(word) : null
    if (swappedWord !== null) return { word: swappedWord, distance: 1 }
    const limit = editsMax(word)
    let best: Correction | null = null
    for (const candidate of this.#byDeletion.candidates(word)) {
      const distance = editDistance(word, candidate, limit)
      if (distance > limit || ((distance > 1 || mustKeepFirst) && candidate[0] !== word[0])) continue
      if (
        best === null ||
        distance < best.distance ||
        (distance === best.distance && this.#precedes(candidate, best.word))
      )
        best = { word: candidate, distance }
    }
    return best
  }

  #indexSound(word: string): void {
    const sound = phoneticKey(word)
    const other = this.#byPhoneticKey.get(sound)
    if (other === undefined || this.#precedes(word, other)) this.#byPhoneticKey.set(sound, word)
  }

  /** The word with two letters swapped; other edits of a short word match too many words. */
  #findSwapped(word: string): string | null {
    for (let index = 1; index < word.length - 1; index++) {
      const other = word.slice(0, index) + word[index + 1]! + word[index]! + word.slice(index + 2)
      if (this.#words.has(other)) return other
    }
    return null
  }

  #precedes(a: string, b: string): boolean {
    const [frequencyA, frequencyB] = [this.#words.get(a)!, this.#words.get(b)!]
    return frequencyA === frequencyB ? a < b : frequencyA > frequencyB
  }
}

function editsMax(word: string): number {
  return word.length >= twoEditsLengthMin ? 2 : 1
}

/** Twice the number of deletions of the vocabulary, 490,000: a lookup finds half a word with another hash. */
const buckets = 2 ** 20

/**
 * Words by the hashes of their deletions. Hashes need no strings: the index of the vocabulary takes 6 MB and 0.1 s, a map of
 * strings 60 MB and 0.5 s.
 */
class DeletionIndex {
  readonly #words: readonly string[]
  /** The index of the first entry of each bucket, and last the number of entries. */
  readonly #starts: Uint32Array
  /** The numbers of the words in each bucket. */
  readonly #entries: Uint32Array

  constructor(words: readonly string[]) {
    const bucketsByWord = words.map(deletionBuckets)
    const starts = new Uint32Array(buckets + 1)
    for (const wordBuckets of bucketsByWord) for (const bucket of wordBuckets) starts[bucket]! += 1
    for (let bucket = 1; bucket <= buckets; bucket++) starts[bucket]! += starts[bucket - 1]!
    const entries = new Uint32Array(starts[buckets]!)
    for (const [number, wordBuckets] of bucketsByWord.entries())
      for (const bucket of wordBuckets) entries[(starts[bucket]! -= 1)] = number
    this.#words = words
    this.#starts = starts
    this.#entries = entries
  }

  /** Every word within the edits of `word`, and some others. */
  candidates(word: string): readonly string[] {
    const found: string[] = []
    for (const bucket of deletionBuckets(word)) {
      const end = this.#starts[bucket + 1]!
      for (let index = this.#starts[bucket]!; index < end; index++)
        found.push(this.#words[this.#entries[index]!]!)
    }
    return found
  }
}

/** The buckets of the word and of all results of deleting as many letters as it may have edits. */
function deletionBuckets(word: string): readonly number[] {
  const { length } = word
  const all = [computeBucket(word, length, length)]
  const end = editsMax(word) > 1 ? length : 0
  for (let first = 0; first < length; first++) {
    all.push(computeBucket(word, first, length))
    for (let second = first + 1; second < end; second++) all.push(computeBucket(word, first, second))
  }
  return all
}

/** The bucket by FNV-1a of the word without the letters at two positions. */
function computeBucket(word: string, first: number, second: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < word.length; index++)
    if (index !== first && index !== second) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % buckets
}

/**
 * Edit distance with adjacent swaps (optimal string alignment; R. Lowrance and R. Wagner, 1975); more than `limit` is not
 * computed.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let rowBeforeLast: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let index = 1; index <= b.length; index++) {
      const substitutionCost = a[row - 1] === b[index - 1] ? 0 : 1
      let best = Math.min(
        previous[index]! + 1,
        current[index - 1]! + 1,
        previous[index - 1]! + substitutionCost,
      )
      if (row > 1 && index > 1 && a[row - 1] === b[index - 2] && a[row - 2] === b[index - 1])
        best = Math.min(best, rowBeforeLast[index - 2]! + 1)
      current.push(best)
    }
    if (Math.min(...current) > limit) return limit + 1
    rowBeforeLast = previous
    previous = current
  }
  return previous[b.length]!
}
