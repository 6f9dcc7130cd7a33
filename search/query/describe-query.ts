/** Describes a query for people: the parts that the search understood, each with the query that remains without its words. */
import type { Point } from '@careatlas/directory/distance'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { Collection } from '../search-engine.ts'
import { findBestPhrase } from '../suggest/suggest-care.ts'
import { type ExtractedQuery, extractAll } from './extract-all.ts'
import { withLookupBudget } from './lookup-budget.ts'
import { parseQuery } from './parse-query.ts'
import type { QueryResources } from './query-resources.ts'
import type { TextMode } from './score-concepts.ts'

export interface QueryPart {
  readonly kind: 'care' | 'name' | 'language' | 'gender' | 'telehealth' | 'accepting' | 'place' | 'payer'
  /** A kind of care ("cardiologist"), a name, a BCP 47 tag, `F` or `M`, the label of a place; otherwise empty. */
  readonly value: string
  /** The query without the words of this part; null if these words cannot be removed alone. */
  readonly without: string | null
}

export interface DescribeOptions {
  readonly collection: Collection
  readonly mode: TextMode
  readonly resources: QueryResources
  /** The position of the request parameters. */
  readonly position: Point | null
}

/** The parts of a longer query have no `without`, because each try reads the query again. */
const wordsMax = 16

/** The words of most parts, such as "new york city". */
const runWordsMax = 4

export function describeQuery(queryText: string, options: DescribeOptions): readonly QueryPart[] {
  const { collection, mode, resources, position } = options
  const { care } = parseQuery(queryText, collection, mode, resources, position)
  const words = queryText.trim().split(/\s+/)
  const read = createReader(words, options)
  const whole = read(0, 0)
  const parts = whole.parts.map(({ kind, value }) => {
    const run = words.length > wordsMax ? null : findRun(words.length, keyOf({ kind, value }), read)
    return { kind, value, without: run && removeRun(words, run) }
  })
  const [best] = care
  if (best === undefined) return parts
  const topics = new Set(whole.topics)
  const isTopic = (word: string): boolean => wordsOf(word).every((part) => topics.has(part))
  const without = topics.size === 0 ? null : words.filter((word) => !isTopic(word)).join(' ')
  return [{ kind: 'care', value: findBestPhrase(best, 'roles').text, without }, ...parts]
}

/** The words from `from` up to `to` (exclusive). */
interface Run {
  readonly from: number
  readonly to: number
}

interface Reading {
  readonly parts: readonly Omit<QueryPart, 'without'>[]
  /** The words of the query that name the need, as written. */
  readonly topics: readonly string[]
  /** Everything that the query says. */
  readonly keys: ReadonlySet<string>
}

/** Reads the query without a run of words. */
type Read = (from: number, to: number) => Reading

function createReader(words: readonly string[], { collection, resources, position }: DescribeOptions): Read {
  const readings = new Map<string, Reading>()
  // One budget for all readings, which look up mostly the same names.
  const bounded = withLookupBudget(resources)
  return (from, to) => {
    const text = removeRun(words, { from, to })
    const reading = readings.get(text) ?? toReading(extractAll(text, bounded, position, collection))
    readings.set(text, reading)
    return reading
  }
}

function removeRun(words: readonly string[], { from, to }: Run): string {
  return words.toSpliced(from, to - from).join(' ')
}

function toReading(extracted: ExtractedQuery): Reading {
  const { tokens, corrected, preferences, excluded, place, unapplied, words } = extracted
  const { languages, gender, telehealth, accepting } = preferences
  const { carrierHints, carriersWithoutListings, unknownPayer } = unapplied
  const hasPayer = carrierHints.length + carriersWithoutListings.length > 0 || unknownPayer !== null
  const parts: readonly (Omit<QueryPart, 'without'> | false)[] = [
    words.names.length > 0 && { kind: 'name', value: words.names.join(' ') },
    ...languages.map((value) => ({ kind: 'language', value }) as const),
    gender !== null && { kind: 'gender', value: gender },
    telehealth && { kind: 'telehealth', value: '' },
    accepting && { kind: 'accepting', value: '' },
    place !== null && { kind: 'place', value: place.label },
    hasPayer && { kind: 'payer', value: '' },
  ]
  const found = parts.filter((part) => part !== false)
  const topics = tokens.filter((_, index) => words.topics.includes(corrected[index]!))
  const rest = [...topics, ...words.others, ...excluded, unapplied.unknownPlace, unapplied.unknownPerson]
  return { parts: found, topics, keys: new Set([...found.map(keyOf), ...rest.map((word) => `word ${word}`)]) }
}

function keyOf({ kind, value }: Omit<QueryPart, 'without'>): string {
  return `${kind} ${value}`
}

/** The longest run of words, from the shortest possible one, whose removal removes this part and nothing else. */
function findRun(count: number, key: string, read: Read): Run | null {
  const expected = read(0, 0).keys.difference(new Set([key]))
  const removesOnlyPart = (from: number, to: number): boolean => {
    const { keys } = read(from, to)
    return keys.size === expected.size && keys.isSubsetOf(expected)
  }
  for (let length = 1; length <= Math.min(runWordsMax, count); length++)
    for (let from = 0; from + length <= count; from++)
      if (removesOnlyPart(from, from + length)) return extend({ from, to: from + length }, count, removesOnlyPart)
  return null
}

function extend(run: Run, count: number, removesOnlyPart: (from: number, to: number) => boolean): Run {
  let { from, to } = run
  while (from > 0 && removesOnlyPart(from - 1, to)) from--
  while (to < count && removesOnlyPart(from, to + 1)) to++
  return { from, to }
}
