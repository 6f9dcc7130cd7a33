/** Queries for the names of clinicians of a directory, as people type them. */
import type { ProviderCard } from '@careatlas/contract/cards'
import { randomFrom } from '@careatlas/fixtures/random'
import type { JudgedQuery } from './judged-queries.ts'

const forms: readonly ((first: string, last: string) => string)[] = [
  (first, last) => `${first} ${last}`,
  (_, last) => `Dr. ${last}`,
  (first, last) => `${last} ${first}`.toLowerCase(),
  (first, last) => `dr ${first} ${last}`.toLowerCase(),
]

/** `count` queries for the names of random clinicians, in turn for each half: `names (a)` and `names (b)`. */
export function generateNameQueries(cards: readonly ProviderCard[], count: number): readonly JudgedQuery[] {
  const random = randomFrom(1)
  const named = cards.flatMap(({ name: { first, last } }) => (first && last ? [{ first, last }] : []))
  return Array.from({ length: count }, (_, index) => {
    const { first, last } = random.pick(named)
    const query = forms[index % forms.length]!(first, last)
    const hasFirst = query.toLowerCase().includes(first.toLowerCase())
    const half = Math.floor(index / forms.length) % 2 === 0 ? 'a' : 'b'
    return {
      set: `names (${half})`,
      query,
      grades: new Map<string, number>(),
      wants: new Map(Object.entries({ last, ...(hasFirst && { first }) })),
    }
  })
}
