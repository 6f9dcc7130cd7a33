/** Which concepts a question names, by its words: the part of the question that each concept's phrases cover. */
import { allConcepts, type Concept } from './concept.ts'
import { isStopWord, stemOf, wordsOf } from './words.ts'

interface IndexedPhrase {
  readonly concept: number
  readonly weight: number
  readonly stems: readonly string[]
  /** Sum of the rarity of its stems. */
  readonly rarity: number
}

/** What a whole phrase counts whose words stand in another order: a nursing home is not home nursing. */
const otherOrderWeight = 0.8

export class PhraseIndex {
  readonly #concepts: number
  readonly #phrases: readonly IndexedPhrase[]
  /** The stems of each phrase in their order, joined by blanks. */
  readonly #wholes: ReadonlySet<string>
  /** Of phrases of one stem those that a directory answers. */
  readonly #answered: ReadonlySet<string>
  /** Stem → numbers of the phrases that hold it. */
  readonly #postings: ReadonlyMap<string, readonly number[]>
  /** Stem → its place in each of these phrases. */
  readonly #places: ReadonlyMap<string, readonly number[]>
  /** By number of a phrase, for the question in hand: its value, the place of its stem said last, whether they stand in order. */
  readonly #values: Float64Array
  readonly #lastPlaces: Uint8Array
  readonly #inOrder: Uint8Array

  constructor(concepts: readonly Concept[] = allConcepts()) {
    const phrases = concepts.flatMap((concept, number) =>
      concept.phrases.map(({ text, weight }) => ({ concept: number, weight, stems: stemsOf(text) })),
    )
    this.#concepts = concepts.length
    this.#wholes = new Set(phrases.map(({ stems }) => stems.join(' ')))
    this.#answered = new Set(
      phrases.flatMap(({ concept, stems }) =>
        stems.length === 1 && concepts[concept]!.codes.length > 0 ? stems : [],
      ),
    )
    const places = phrases.flatMap(({ stems }, number) =>
      stems.map((stem, place) => ({ stem, number, place })),
    )
    const byStem = Map.groupBy(places, ({ stem }) => stem)
    this.#postings = new Map(byStem.entries().map(([stem, of]) => [stem, of.map(({ number }) => number)]))
    this.#places = new Map(byStem.entries().map(([stem, of]) => [stem, of.map(({ place }) => place)]))
    this.#values = new Float64Array(phrases.length)
    this.#lastPlaces = new Uint8Array(phrases.length)
    this.#inOrder = new Uint8Array(phrases.length)
    this.#phrases = phrases.map((phrase) => ({
      ...phrase,
      rarity: phrase.stems.reduce((sum, stem) => sum + this.rarityOf(stem), 0),
    }))
  }

  /** Whether any phrase holds the stem. */
  has(stem: string): boolean {
    return this.#postings.has(stem)
  }

  /** Whether these stems, in this order, are all of a phrase. */
  isWhole(stems: readonly string[]): boolean {
    return this.#wholes.has(stems.join(' '))
  }

  /** Whether few phrases hold the stem, and none that a directory answers is the stem alone: `smith` of Smith-Lemli-Opitz. */
  isFragment(stem: string, phrasesMax: number): boolean {
    const postings = this.#postings.get(stem)?.length ?? 0
    return postings > 0 && postings <= phrasesMax && !this.#answered.has(stem)
  }

  /** Whether any phrase holds both. */
  areTogether(stem: string, other: string): boolean {
    return this.#postings.get(stem)?.some((number) => this.#phrases[number]!.stems.includes(other)) ?? false
  }

  /** How telling a stem is: the logarithm of how many phrases there are for one that holds it; 0 for one that none holds. */
  rarityOf(stem: string): number {
    const postings = this.#postings.get(stem)?.length ?? 0
    return postings === 0 ? 0 : Math.log(1 + this.#concepts / Math.min(postings, this.#concepts))
  }

  /**
   * For each concept a score of 0 to 1: how much of the question's rarity its phrases cover, each stem counted at the weight of
   * the best phrase that holds it, times the square of the part of that phrase which the question says.
   */
  scores(stems: readonly string[]): Float32Array {
    const queryStems = [...new Set(stems)].filter((stem) => this.has(stem))
    const rarity = queryStems.map((stem) => this.rarityOf(stem))
    const all = rarity.reduce((sum, value) => sum + value, 0)
    const valued = this.#valuePhrases(queryStems, rarity)
    const scores = new Float32Array(this.#concepts)
    queryStems.forEach((stem, at) => {
      const best = new Float64Array(this.#concepts)
      for (const number of this.#postings.get(stem)!) {
        const { concept } = this.#phrases[number]!
        if (this.#values[number]! > best[concept]!) best[concept] = this.#values[number]!
      }
      best.forEach((value, concept) => (scores[concept]! += (value * rarity[at]!) / all))
    })
    for (const number of valued) this.#values[number] = 0
    return scores
  }

  /**
   * What each phrase that holds one of the stems is worth, into `#values`, once however many it holds; their numbers. The words
   * of which most phrases are made stand 30,000 times in phrases, as many as a question has room for.
   */
  #valuePhrases(queryStems: readonly string[], rarity: readonly number[]): readonly number[] {
    const valued: number[] = []
    queryStems.forEach((stem, at) => {
      const places = this.#places.get(stem)!
      this.#postings.get(stem)!.forEach((number, of) => {
        if (this.#values[number] === 0) {
          valued.push(number)
          this.#inOrder[number] = 1
        } else if (places[of]! < this.#lastPlaces[number]!) this.#inOrder[number] = 0
        this.#values[number]! += rarity[at]!
        this.#lastPlaces[number] = places[of]!
      })
    })
    for (const number of valued) {
      const { weight, rarity: whole } = this.#phrases[number]!
      const order = this.#inOrder[number] === 1 ? 1 : otherOrderWeight
      this.#values[number] = weight * (this.#values[number]! / whole) ** 2 * order
    }
    return valued
  }
}

/** Distinct stems of a text without its stop words; of all its words if it has no others. */
export function stemsOf(text: string): readonly string[] {
  const words = wordsOf(text)
  const contentWords = words.filter((word) => !isStopWord(word))
  return [...new Set((contentWords.length > 0 ? contentWords : words).map(stemOf))]
}
