/**
 * Counts the terms of each document and turns them into postings: for each term the entities that hold it.
 */
import { impact } from '../bm25.ts'
import { indexTerms } from '../terms.ts'
import { newColumn } from './column.ts'
import { GrowingColumn } from './growing-column.ts'
import type { Columns } from './segment.ts'

type TermColumns = Pick<Columns, 'term.start' | 'term.text'>
type PostingColumns = Pick<Columns, 'bm25.start' | 'bm25.entity' | 'bm25.impact' | 'bm25.best'>

/** Entities come in their order, one text each. */
export class TextBuilder {
  /** Terms are numbered in the order first seen, and by their bytes in the end. */
  readonly #numbers = new Map<string, number>()
  readonly #lengths = new GrowingColumn('u32')
  /** The distinct terms of document `i`, with their counts, are `start[i]` up to `start[i + 1]`. */
  readonly #starts = new GrowingColumn('u32')
  readonly #terms = new GrowingColumn('u32')
  readonly #frequencies = new GrowingColumn('u8')

  add(text: string): void {
    const terms = indexTerms(text)
    this.#starts.push(this.#terms.length)
    this.#lengths.push(terms.length)
    const counts = new Map<number, number>()
    for (const term of terms) {
      const number = this.#numberOf(term)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    for (const [number, count] of counts) {
      this.#terms.push(number)
      this.#frequencies.push(Math.min(count, 255))
    }
  }

  finish(): TermColumns & PostingColumns {
    this.#starts.push(this.#terms.length)
    const dictionary = [...this.#numbers]
      .map(([term, number]) => ({ bytes: Buffer.from(term), number }))
      .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes))
    const rankOf = newColumn('u32', dictionary.length)
    for (const [rank, { number }] of dictionary.entries()) rankOf[number] = rank
    return { ...termColumns(dictionary.map(({ bytes }) => bytes)), ...this.#postings(rankOf) }
  }

  /** A counting sort: from the terms of each document to the documents of each term. */
  #postings(rankOf: Uint32Array): PostingColumns {
    const [documents, terms] = [this.#starts.view(), this.#terms.view()]
    const [frequencies, lengths] = [this.#frequencies.view(), this.#lengths.view()]
    const averageLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    const starts = postingStarts(terms, rankOf)
    const next = starts.slice()
    const entities = newColumn('u32', terms.length)
    const impacts = newColumn('u8', terms.length)
    const best = newColumn('u8', rankOf.length)
    for (let entity = 0; entity < lengths.length; entity++) {
      for (let at = documents[entity]!; at < documents[entity + 1]!; at++) {
        const rank = rankOf[terms[at]!]!
        const value = impact(frequencies[at]!, lengths[entity]!, averageLength)
        const slot = next[rank]!++
        entities[slot] = entity
        impacts[slot] = value
        if (value > best[rank]!) best[rank] = value
      }
    }
    return { 'bm25.start': starts, 'bm25.entity': entities, 'bm25.impact': impacts, 'bm25.best': best }
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(term, number)
    return number
  }
}

function postingStarts(terms: Uint32Array, rankOf: Uint32Array): Uint32Array {
  const starts = newColumn('u32', rankOf.length + 1)
  for (const term of terms) starts[rankOf[term]! + 1]!++
  for (let rank = 0; rank < rankOf.length; rank++) starts[rank + 1]! += starts[rank]!
  return starts
}

function termColumns(terms: readonly Buffer[]): TermColumns {
  const starts = new GrowingColumn('u32')
  const text = new GrowingColumn('u8')
  for (const term of terms) {
    starts.push(text.length)
    text.append(term)
  }
  starts.push(text.length)
  return { 'term.start': starts.view(), 'term.text': text.view() }
}
