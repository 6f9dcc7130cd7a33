/** Describes a query for people: the parts that the search understood, each with the query that remains without its words. */
import type { Point } from '@careatlas/directory/distance'
import type { Concept } from '@careatlas/vocabulary/concept'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { Collection } from '../search-engine.ts'
import { findBestPhrase } from '../suggest/suggest-care.ts'
import { type ExtractedQuery, extractAll } from './extract-all.ts'
import { withLookupBudget } from './lookup-budget.ts'
import { parseQuery } from './parse-query.ts'
import type { QueryResources } from './query-resources.ts'
import { readQuery } from './read-query.ts'
import type { TextMode } from './score-concepts.ts'

export interface QueryPart {
  readonly kind: 'care' | 'name' | 'language' | 'gender' | 'telehealth' | 'accepting' | 'place' | 'payer'
  /** A kind of care ("cardiology"), a name, a BCP 47 tag, `F` or `M`, the label of a place; otherwise empty. */
  readonly value: string
  /** The taxonomy code of a kind of care, if one fits it completely. */
  readonly code?: string
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

/** The words of most parts, such as "within ten miles of Providence, RI". */
const runWordsMax = 7

export function describeQuery(queryText: string, options: DescribeOptions): readonly QueryPart[] {
  const { collection, mode, resources, position } = options
  const { care, language } = parseQuery(queryText, collection, mode, resources, position)
  if (language !== null) return describeTranslation(queryText, care, options)
  const words = queryText.trim().split(/\s+/)
  const read = createReader(options)
  const whole = read(queryText)
  const runs = words.length > wordsMax ? [] : findRuns(words, read)
  const parts = whole.parts.map((part, index) => {
    const run = runs[index] ?? null
    return { ...part, without: run && removeRun(words, run) }
  })
  const [best] = care
  if (best === undefined) return parts
  const topics = new Set(whole.topics)
  const isTopic = (word: string): boolean => wordsOf(word).every((part) => topics.has(part))
  const rest = words.filter((word) => !isTopic(word)).join(' ')
  const without = topics.size === 0 ? null : read(rest).keys.size === 0 ? '' : rest
  return [toCarePart(best, without), ...parts]
}

function toCarePart(concept: Concept, without: string | null): QueryPart {
  const code = concept.codes.find(({ weight }) => weight === 1)?.code
  return {
    kind: 'care',
    value: findBestPhrase(concept, 'canonical').text,
    ...(code !== undefined && { code }),
    without,
  }
}

/** The parts of a query in another language, none of which can be removed, because its words are not those that were read. */
function describeTranslation(
  queryText: string,
  [best]: readonly Concept[],
  { collection, resources, position }: DescribeOptions,
): readonly QueryPart[] {
  const bounded = withLookupBudget(resources)
  const { parts } = toReading(extractAll(readQuery(queryText, bounded), bounded, position, collection))
  return [
    ...(best === undefined ? [] : [toCarePart(best, null)]),
    ...parts.map((part) => ({ ...part, without: null })),
  ]
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

type Read = (text: string) => Reading

/** Reads similar texts. */
function createReader({ collection, resources, position }: DescribeOptions): Read {
  const readings = new Map<string, Reading>()
  // One budget for all readings, which look up mostly the same names.
  const bounded = withLookupBudget(resources)
  return (text) => {
    const reading =
      readings.get(text) ?? toReading(extractAll({ text, language: null }, bounded, position, collection))
    readings.set(text, reading)
    return reading
  }
}

function removeRun(words: readonly string[], { from, to }: Run): string {
  return words.toSpliced(from, to - from).join(' ')
}

function toReading(extracted: ExtractedQuery): Reading {
  const { tokens, corrected, preferences, excluded, place, radiusMiles, unapplied, words } = extracted
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
  const rest = [
    ...topics,
    ...words.others,
    ...excluded,
    unapplied.unknownPlace?.name,
    unapplied.unknownPerson,
    // A run that removes the place must not leave its distance.
    ...(place === null && radiusMiles !== null ? ['distance'] : []),
  ]
  return { parts: found, topics, keys: new Set([...found.map(keyOf), ...rest.map((word) => `word ${word}`)]) }
}

function keyOf({ kind, value }: Omit<QueryPart, 'without'>): string {
  return `${kind} ${value}`
}

/**
 * The words of each part: the shortest run whose removal removes this part and nothing else, with the words around it that mean
 * nothing without it. Null without such a run.
 */
function findRuns(words: readonly string[], read: Read): readonly (Run | null)[] {
  const { parts, keys } = read(words.join(' '))
  const checks = parts.map((part) => {
    const expected = keys.difference(new Set([keyOf(part)]))
    return (run: Run): boolean => {
      const remaining = read(removeRun(words, run)).keys
      return remaining.size === expected.size && remaining.isSubsetOf(expected)
    }
  })
  const toRight = checks.map((removes) => {
    const core = findCore(words.length, removes)
    return core && extend(core, removes, ({ to }) => to < words.length && !startsPhrase.test(words[to]!), 1)
  })
  return toRight.map((run, index) => {
    const others = toRight.filter((other) => other !== null && other !== run) as readonly Run[]
    const isFree = ({ from }: Run) =>
      from > 0 && !others.some((other) => other.from < from && from <= other.to)
    return run && extend(run, checks[index]!, isFree, -1)
  })
}

/** Words that belong to what follows: "in Providence", "who speaks Spanish". */
const startsPhrase =
  /^(?:in|near|around|at|by|who|that|with|and|or|for|from|to|en|cerca|de|del|que|con|y|o|para)$/i

function findCore(count: number, removesOnlyPart: (run: Run) => boolean): Run | null {
  for (let length = 1; length <= Math.min(runWordsMax, count); length++)
    for (let from = 0; from + length <= count; from++) {
      const run = { from, to: from + length }
      if (removesOnlyPart(run)) return run
    }
  return null
}

/** Adds the next word to the right (1) or to the left (-1) while it is free and the removal removes nothing more. */
function extend(
  start: Run,
  removesOnlyPart: (run: Run) => boolean,
  isFree: (run: Run) => boolean,
  step: 1 | -1,
): Run {
  let run = start
  while (isFree(run)) {
    const longer = step === 1 ? { ...run, to: run.to + 1 } : { ...run, from: run.from - 1 }
    if (!removesOnlyPart(longer)) break
    run = longer
  }
  return run
}
