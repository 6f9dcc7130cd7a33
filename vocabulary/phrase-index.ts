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
const otherOrder = 0.8

export class PhraseIndex {
  readonly #concepts: number
  readonly #phrases: readonly IndexedPhrase[]
  /** The stems of each phrase in their order, joined by blanks. */
  readonly #wholes: ReadonlySet<string>
  /** Stem → numbers of the phrases that hold it. */
  readonly #holders: ReadonlyMap<string, readonly number[]>

  constructor(concepts: readonly Concept[] = allConcepts()) {
    const phrases = concepts.flatMap((concept, number) =>
      concept.phrases.map(({ text, weight }) => ({ concept: number, weight, stems: stemsOf(text) })),
    )
    this.#concepts = concepts.length
    this.#wholes = new Set(phrases.map(({ stems }) => stems.join(' ')))
    this.#holders = holdersOf(phrases)
    this.#phrases = phrases.map((phrase) => ({
      ...phrase,
      rarity: phrase.stems.reduce((sum, stem) => sum + this.rarityOf(stem), 0),
    }))
  }

  /** Whether any phrase holds the stem. */
  has(stem: string): boolean {
    return this.#holders.has(stem)
  }

  /** Whether these stems, in this order, are all of a phrase. */
  isWhole(stems: readonly string[]): boolean {
    return this.#wholes.has(stems.join(' '))
  }

  /** How telling a stem is: the logarithm of how many phrases there are for one that holds it; 0 for one that none holds. */
  rarityOf(stem: string): number {
    const holders = this.#holders.get(stem)?.length ?? 0
    return holders === 0 ? 0 : Math.log(1 + this.#concepts / Math.min(holders, this.#concepts))
  }

  /**
   * For each concept a score of 0 to 1: how much of the question's rarity its phrases cover, each stem counted at the weight of
   * the best phrase that holds it, times the square of the part of that phrase which the question says.
   */
  scores(stems: readonly string[]): Float32Array {
    const asked = [...new Set(stems)].filter((stem) => this.has(stem))
    const rarity = asked.map((stem) => this.rarityOf(stem))
    const all = rarity.reduce((sum, value) => sum + value, 0)
    const said = new Map<number, number>()
    asked.forEach((stem, at) => {
      for (const phrase of this.#holders.get(stem)!) said.set(phrase, (said.get(phrase) ?? 0) + rarity[at]!)
    })
    const places = new Map(asked.map((stem, at) => [stem, at]))
    const best = asked.map((stem) => this.#bestByConcept(stem, said, places))
    const scores = new Float32Array(this.#concepts)
    best.forEach((values, at) => {
      for (const [concept, value] of values) scores[concept]! += (value * rarity[at]!) / all
    })
    return scores
  }

  #bestByConcept(
    stem: string,
    said: ReadonlyMap<number, number>,
    places: ReadonlyMap<string, number>,
  ): Map<number, number> {
    const best = new Map<number, number>()
    for (const number of this.#holders.get(stem)!) {
      const { concept, weight, rarity, stems } = this.#phrases[number]!
      const value = weight * (said.get(number)! / rarity) ** 2 * (inOrder(stems, places) ? 1 : otherOrder)
      if (value > (best.get(concept) ?? 0)) best.set(concept, value)
    }
    return best
  }
}

/** Whether those of the stems that have a place stand in the order of their places. */
function inOrder(stems: readonly string[], places: ReadonlyMap<string, number>): boolean {
  let last = -1
  for (const stem of stems) {
    const place = places.get(stem)
    if (place === undefined) continue
    if (place < last) return false
    last = place
  }
  return true
}

/** Distinct stems of a text without its stop words; of all its words if it has no others. */
export function stemsOf(text: string): readonly string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !isStopWord(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stemOf))]
}

function holdersOf(phrases: readonly { readonly stems: readonly string[] }[]): Map<string, number[]> {
  const holders = new Map<string, number[]>()
  phrases.forEach(({ stems }, number) => {
    for (const stem of stems) {
      const of = holders.get(stem)
      if (of) of.push(number)
      else holders.set(stem, [number])
    }
  })
  return holders
}
