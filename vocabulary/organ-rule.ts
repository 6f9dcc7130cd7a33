/**
 * Finds organs and what happens to them in the stems of a text: in "inflammation of the pleura" and "the lining of my lung is
 * inflamed" the organ decides the field. Each pair counts as a phrase of the concepts that care for it.
 */
import { type Anatomy, careFor, type Organ, type Process, readAnatomy } from './anatomy.ts'
import type { Concept } from './concept.ts'
import { isStopWord, stemOf, wordsOf } from './words.ts'

/** A pair as a phrase: its stems, and the numbers of its concepts with their weights. */
export interface RulePhrase {
  readonly stems: readonly string[]
  readonly concepts: readonly { readonly number: number; readonly weight: number }[]
}

/** An organ and a process are a pair if at most so many other words are between them. */
const wordsBetweenMax = 3

/** The weight of an organ without a process nearby. */
const organAloneWeight = 0.7

export class OrganRule {
  readonly #organs: TermIndex<Organ>
  readonly #processes: TermIndex<Process>
  readonly #numbers: ReadonlyMap<string, number>

  constructor(concepts: readonly Concept[], { organs, processes }: Anatomy = readAnatomy()) {
    // A range of ICD-10-CM has the ID of one of our concepts, which precede the ranges.
    this.#numbers = new Map(concepts.map(({ id }, number) => [id, number] as const).toReversed())
    this.#organs = new TermIndex(organs)
    this.#processes = new TermIndex(processes)
  }

  /** The pairs in the text, of each process with the nearest organs. */
  match(stems: readonly string[]): readonly RulePhrase[] {
    const organs = this.#organs.find(stems)
    if (organs.length === 0) return []
    const processes = this.#processes
      .find(stems)
      .filter((process) => !organs.some((organ) => distance(organ, process) < 0))
    const paired = new Set<Found<Organ>>()
    const pairs = processes.flatMap((process) => {
      const nearest = nearestOrgans(organs, process)
      for (const organ of nearest) paired.add(organ)
      return nearest.map((organ) => this.#toPhrase(stems, organ, process))
    })
    const alone = organs
      .filter((organ) => !paired.has(organ))
      .map((organ) => this.#toOrganPhrase(stems, organ))
    return [...pairs, ...alone]
  }

  /** Whether a word of an organ or a process has the stem. */
  has(stem: string): boolean {
    return this.#organs.has(stem) || this.#processes.has(stem)
  }

  #toPhrase(stems: readonly string[], organ: Found<Organ>, process: Found<Process>): RulePhrase {
    const [first, second] = organ.from < process.from ? [organ, process] : [process, organ]
    return {
      stems: [...stems.slice(first.from, first.to), ...stems.slice(second.from, second.to)],
      concepts: this.#numbered(careFor(organ.term, process.term), 1),
    }
  }

  #toOrganPhrase(stems: readonly string[], { term, from, to }: Found<Organ>): RulePhrase {
    return {
      stems: stems.slice(from, to),
      concepts: this.#numbered(term.fields.get('field')!, organAloneWeight),
    }
  }

  #numbered(care: ReturnType<typeof careFor>, factor: number): RulePhrase['concepts'] {
    return care.flatMap(({ text, weight }) => {
      const number = this.#numbers.get(text)
      return number === undefined ? [] : { number, weight: weight * factor }
    })
  }
}

/** A term in the stems from `from` up to `to` (exclusive). */
interface Found<Term> {
  readonly term: Term
  readonly from: number
  readonly to: number
}

/** Several at the same distance: a list of symptoms does not show to which organ a process belongs. */
function nearestOrgans(organs: readonly Found<Organ>[], process: Found<Process>): readonly Found<Organ>[] {
  const nearest = Math.min(...organs.map((organ) => distance(organ, process)))
  if (nearest > wordsBetweenMax) return []
  return organs.filter((organ) => distance(organ, process) === nearest)
}

/** The number of stems between two terms; negative if they overlap. */
function distance(a: Found<unknown>, b: Found<unknown>): number {
  return Math.max(a.from, b.from) - Math.min(a.to, b.to)
}

/** Terms by the stems of their words. */
class TermIndex<Term extends Organ | Process> {
  readonly #terms = new Map<string, Term>()
  readonly #stems: ReadonlySet<string>
  readonly #stemsMax: number

  constructor(terms: readonly Term[]) {
    for (const term of terms)
      for (const words of term.words) {
        const key = stemsOf(words).join(' ')
        if (!this.#terms.has(key)) this.#terms.set(key, term)
      }
    this.#stems = new Set(this.#terms.keys().flatMap((key) => key.split(' ')))
    this.#stemsMax = Math.max(...Array.from(this.#terms.keys(), (key) => key.split(' ').length))
  }

  has(stem: string): boolean {
    return this.#stems.has(stem)
  }

  /** The longest terms, in order; no two overlap. */
  find(stems: readonly string[]): readonly Found<Term>[] {
    const found: Found<Term>[] = []
    for (let from = 0; from < stems.length; from++) {
      const match = this.#longestAt(stems, from)
      if (match === null) continue
      found.push(match)
      from = match.to - 1
    }
    return found
  }

  #longestAt(stems: readonly string[], from: number): Found<Term> | null {
    for (let to = Math.min(stems.length, from + this.#stemsMax); to > from; to--) {
      const term = this.#terms.get(stems.slice(from, to).join(' '))
      if (term !== undefined) return { term, from, to }
    }
    return null
  }
}

function stemsOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(stemOf)
}
