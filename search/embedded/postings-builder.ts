/** Counts the terms of each document and inverts them to postings: for each term the documents that contain it. */
import { type Column, newColumn } from './column.ts'
import { GrowableColumn } from './growable-column.ts'
import { Interner } from './interner.ts'

const countMax = 255

interface CountedTerms {
  readonly 'text.length': Column<'u32'>
  readonly 'term.start': Column<'u32'>
  readonly 'term.text': Column<'u8'>
  readonly 'posting.start': Column<'u32'>
  readonly 'posting.entity': Column<'u32'>
  readonly 'posting.count': Column<'u8'>
}

/** Documents are added in order. */
export class PostingsBuilder {
  /** Terms are numbered in the order of first use, and sorted by their bytes in the end. */
  readonly #numbers = new Interner()
  readonly #lengths = new GrowableColumn('u32')
  /** The distinct terms of document `i`, with their counts, are `start[i]` up to `start[i + 1]`. */
  readonly #starts = new GrowableColumn('u32')
  readonly #terms = new GrowableColumn('u32')
  readonly #counts = new GrowableColumn('u8')

  add(terms: readonly string[]): void {
    this.#starts.push(this.#terms.length)
    this.#lengths.push(terms.length)
    const counts = new Map<number, number>()
    for (const term of terms) {
      const number = this.#numbers.numberOf(term)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    for (const [number, count] of counts) {
      this.#terms.push(number)
      this.#counts.push(Math.min(count, countMax))
    }
  }

  finish(): CountedTerms {
    this.#starts.push(this.#terms.length)
    const { terms, rankOf } = sortTerms(this.#numbers.texts)
    return {
      'text.length': this.#lengths.view(),
      ...termColumns(terms),
      ...this.#postings(rankOf),
    }
  }

  /** Counting sort: inverts the terms of each document to the documents of each term. */
  #postings(rankOf: Uint32Array): Pick<CountedTerms, 'posting.start' | 'posting.entity' | 'posting.count'> {
    const [documents, terms, counts] = [this.#starts.view(), this.#terms.view(), this.#counts.view()]
    const starts = newColumn('u32', rankOf.length + 1)
    for (const term of terms) starts[rankOf[term]! + 1]!++
    for (let rank = 0; rank < rankOf.length; rank++) starts[rank + 1]! += starts[rank]!
    const next = starts.slice()
    const entities = newColumn('u32', terms.length)
    const ordered = newColumn('u8', terms.length)
    for (let entity = 0; entity + 1 < documents.length; entity++) {
      for (let index = documents[entity]!; index < documents[entity + 1]!; index++) {
        const slot = next[rankOf[terms[index]!]!]!++
        entities[slot] = entity
        ordered[slot] = counts[index]!
      }
    }
    return { 'posting.start': starts, 'posting.entity': entities, 'posting.count': ordered }
  }
}

/** The terms in the order of their bytes, and the rank of each by its number. */
export function sortTerms(numbered: readonly string[]): {
  readonly terms: readonly Buffer[]
  readonly rankOf: Column<'u32'>
} {
  const sorted = numbered
    .map((term, number) => ({ bytes: Buffer.from(term), number }))
    .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes))
  const rankOf = newColumn('u32', sorted.length)
  for (const [rank, { number }] of sorted.entries()) rankOf[number] = rank
  return { terms: sorted.map(({ bytes }) => bytes), rankOf }
}

/** The pair of columns for the terms. */
export function termColumns(terms: readonly Buffer[]): Pick<CountedTerms, 'term.start' | 'term.text'> {
  const starts = new GrowableColumn('u32')
  const text = new GrowableColumn('u8')
  for (const term of terms) {
    starts.push(text.length)
    text.append(term)
  }
  starts.push(text.length)
  return { 'term.start': starts.view(), 'term.text': text.view() }
}
