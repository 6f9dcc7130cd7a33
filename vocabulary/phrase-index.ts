/** Scores concepts by words: how much of the query the phrases of each concept cover. */
import { allConcepts, type Concept } from './concept.ts'
import { OrganRule } from './organ-rule.ts'
import { isStopWord, stemOf, wordsOf } from './words.ts'

/** The phrases that contain a stem, and its position in each. */
interface Postings {
  readonly phrases: Uint32Array
  readonly positions: Uint8Array
}

/** Weight of a whole phrase with its words in another order: a nursing home is not home nursing. */
const otherOrderWeight = 0.8

/** A word that only the rule of organs has is as rare as a word in this many phrases. */
const rulePhrases = 20

export class PhraseIndex {
  readonly #conceptCount: number
  /** The stems of each phrase. */
  readonly #stems: readonly (readonly string[])[]
  /** By phrase number: its concept, its weight and the sum of the rarity of its stems. */
  readonly #concepts: Uint16Array
  readonly #weights: Float64Array
  readonly #rarities: Float64Array
  /** The stems of each of our phrases in order, joined by spaces. */
  readonly #wholePhrases: ReadonlySet<string>
  /** The phrases of concepts in scope that have a single stem. */
  readonly #singleStemPhrases: ReadonlySet<string>
  readonly #postings: ReadonlyMap<string, Postings>
  /** Stem → the number of phrases of ours, not of ICD-10-CM, that contain it. */
  readonly #writtenPostings = new Map<string, number>()
  /**
   * By phrase number, for the current query: its value, the position of its last matched stem, and whether the stems are in order.
   */
  readonly #values: Float64Array
  readonly #lastPositions: Uint8Array
  readonly #inOrder: Uint8Array
  /** The numbers of these phrases. */
  readonly #scored: Uint32Array
  /** By concept number, for one stem of the current query: the best value of its phrases. */
  readonly #best: Float64Array
  readonly #organRule: OrganRule

  constructor(concepts: readonly Concept[] = allConcepts()) {
    const phrases = concepts.flatMap((concept, number) =>
      concept.phrases.map(({ text, weight, kind }) => ({
        concept: number,
        weight,
        stems: stemsOf(text),
        isWritten: kind !== 'icd10',
      })),
    )
    this.#conceptCount = concepts.length
    this.#organRule = new OrganRule(concepts)
    this.#wholePhrases = new Set(
      phrases.filter(({ isWritten }) => isWritten).map(({ stems }) => stems.join(' ')),
    )
    this.#singleStemPhrases = new Set(
      phrases.flatMap(({ concept, stems }) =>
        stems.length === 1 && concepts[concept]!.codes.length > 0 ? stems : [],
      ),
    )
    for (const { stems, isWritten } of phrases)
      if (isWritten)
        for (const phraseStem of stems)
          this.#writtenPostings.set(phraseStem, 1 + (this.#writtenPostings.get(phraseStem) ?? 0))
    this.#stems = phrases.map(({ stems }) => stems)
    this.#postings = createPostings(this.#stems)
    this.#concepts = Uint16Array.from(phrases, ({ concept }) => concept)
    this.#weights = Float64Array.from(phrases, ({ weight }) => weight)
    this.#rarities = Float64Array.from(this.#stems, (stems) =>
      stems.reduce((sum, phraseStem) => sum + this.rarityOf(phraseStem), 0),
    )
    this.#values = new Float64Array(phrases.length)
    this.#lastPositions = new Uint8Array(phrases.length)
    this.#inOrder = new Uint8Array(phrases.length)
    this.#scored = new Uint32Array(phrases.length)
    this.#best = new Float64Array(concepts.length)
  }

  /** Whether any phrase, or the rule of organs, contains the stem. */
  has(stem: string): boolean {
    return this.#postings.has(stem) || this.#organRule.has(stem)
  }

  /** Whether these stems, in this order, are a whole phrase of ours. */
  isWhole(stems: readonly string[]): boolean {
    return this.#wholePhrases.has(stems.join(' '))
  }

  /** Whether a phrase in scope is the stem alone. */
  isTerm(stem: string): boolean {
    return this.#singleStemPhrases.has(stem)
  }

  /** Whether few of our phrases contain the stem, and no phrase in scope is the stem alone: `smith` of Smith-Lemli-Opitz. */
  isFragment(stem: string, phrasesMax: number): boolean {
    const written = this.#writtenPostings.get(stem) ?? 0
    return this.#postings.has(stem) && written <= phrasesMax && !this.#singleStemPhrases.has(stem)
  }

  /** Whether any phrase contains both stems. */
  areTogether(stem: string, other: string): boolean {
    const phrases = this.#postings.get(stem)?.phrases
    return phrases?.some((number) => this.#stems[number]!.includes(other)) ?? false
  }

  /** Rarity of a stem: the logarithm of the number of concepts per phrase that contains it; 0 for an unknown stem. */
  rarityOf(stem: string): number {
    const postings = this.#postings.get(stem)?.phrases.length ?? (this.#organRule.has(stem) ? rulePhrases : 0)
    return postings === 0 ? 0 : Math.log(1 + this.#conceptCount / Math.min(postings, this.#conceptCount))
  }

  /**
   * For each concept a score of 0 to 1: the share of the query's rarity that its phrases cover. Each stem has the weight of the
   * best phrase that contains it, times the square of the share of that phrase in the query.
   */
  scores(stems: readonly string[]): Float32Array {
    const queryStems = [...new Set(stems)].filter((stem) => this.has(stem))
    const rarity = queryStems.map((stem) => this.rarityOf(stem))
    const totalRarity = rarity.reduce((sum, value) => sum + value, 0)
    const scoredCount = this.#scorePhrases(queryStems, rarity)
    const pairs = this.#organRule.match(queryStems)
    const scores = new Float32Array(this.#conceptCount)
    const [best, values, concepts] = [this.#best, this.#values, this.#concepts]
    for (const [index, stem] of queryStems.entries()) {
      const { phrases } = this.#postings.get(stem) ?? noPostings
      for (let posting = 0; posting < phrases.length; posting++) {
        const number = phrases[posting]!
        const concept = concepts[number]!
        if (values[number]! > best[concept]!) best[concept] = values[number]!
      }
      for (const pair of pairs)
        if (pair.stems.includes(stem))
          for (const { number, weight } of pair.concepts) best[number] = Math.max(best[number]!, weight)
      for (let concept = 0; concept < best.length; concept++)
        if (best[concept]! > 0) scores[concept]! += (best[concept]! * rarity[index]!) / totalRarity
      best.fill(0)
    }
    for (const number of this.#scored.subarray(0, scoredCount)) values[number] = 0
    return scores
  }

  /**
   * Computes the value of each phrase that contains a stem, into `#values`, and writes their numbers to `#scored`; returns how many
   * there are. The most common stems occur 30,000 times in phrases, so each phrase is computed once per query.
   */
  #scorePhrases(queryStems: readonly string[], rarity: readonly number[]): number {
    // Private fields are slow in these loops.
    const [scored, values, inOrder] = [this.#scored, this.#values, this.#inOrder]
    const [lastPositions, weights, rarities] = [this.#lastPositions, this.#weights, this.#rarities]
    let count = 0
    for (const [index, stem] of queryStems.entries()) {
      const { phrases, positions } = this.#postings.get(stem) ?? noPostings
      const stemRarity = rarity[index]!
      for (let posting = 0; posting < phrases.length; posting++) {
        const number = phrases[posting]!
        const position = positions[posting]!
        if (values[number] === 0) {
          scored[count++] = number
          inOrder[number] = 1
        } else if (position < lastPositions[number]!) inOrder[number] = 0
        values[number]! += stemRarity
        lastPositions[number] = position
      }
    }
    for (let index = 0; index < count; index++) {
      const number = scored[index]!
      const covered = values[number]! / rarities[number]!
      values[number] = weights[number]! * covered ** 2 * (inOrder[number] === 1 ? 1 : otherOrderWeight)
    }
    return count
  }
}

/** Distinct stems of a text without its stop words; of all words if there are only stop words. */
export function stemsOf(text: string): readonly string[] {
  const words = wordsOf(text)
  const contentWords = words.filter((word) => !isStopWord(word))
  return [...new Set((contentWords.length > 0 ? contentWords : words).map(stemOf))]
}

const noPostings: Postings = { phrases: new Uint32Array(), positions: new Uint8Array() }

function createPostings(stemsOfPhrases: readonly (readonly string[])[]): ReadonlyMap<string, Postings> {
  const lists = new Map<string, { readonly phrases: number[]; readonly positions: number[] }>()
  for (const [number, stems] of stemsOfPhrases.entries())
    for (const [position, stem] of stems.entries()) {
      const list = lists.get(stem) ?? { phrases: [], positions: [] }
      list.phrases.push(number)
      list.positions.push(position)
      lists.set(stem, list)
    }
  return new Map(
    Array.from(lists, ([stem, { phrases, positions }]) => [
      stem,
      { phrases: Uint32Array.from(phrases), positions: Uint8Array.from(positions) },
    ]),
  )
}
