/**
 * A concept for each range of ICD-10-CM categories (NCHS and CMS, public domain): the terms of the classification, with the
 * codes of the concepts that treat them. `ranges.txt` is ours; `write_terms.py` writes `terms.txt`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Concept, WeightedCode } from '../concept.ts'
import { parseWeightedItems, type WeightedText } from '../weighted-items.ts'

export interface Category {
  /** Three characters, such as J45. */
  readonly code: string
  /** In lower case, without laterality and the like. */
  readonly terms: readonly string[]
}

/**
 * The weight of terms that a concept of ours has as phrases: the fields of the range then rank after that concept.
 */
const sharedTermWeight = 0.95

/** Reads `terms.txt`: a line for each category. */
export function readTerms(): readonly Category[] {
  return readLines('terms.txt').map((line) => ({ code: line.slice(0, 3), terms: line.slice(5).split(', ') }))
}

/**
 * The concepts of all ranges; each has the ID and the audience of the first concept of its range. Throws an Error that names a
 * concept that `concepts` does not contain.
 */
export function icd10Concepts(concepts: readonly Concept[]): readonly Concept[] {
  const byId = new Map(concepts.map((concept) => [concept.id, concept]))
  const known = new Set(concepts.flatMap(({ phrases }) => phrases.map(({ text }) => text)))
  const categories = readTerms()
  return readRanges().map(({ first, last, fields }): Concept => {
    const terms = categories
      .filter(({ code }) => first <= code && code <= last)
      .flatMap((category) => category.terms)
    const treating = fields.map(({ text, weight }) => {
      const concept = byId.get(text)
      if (concept === undefined) throw new Error(`ranges.txt: ${text} is not a concept`)
      return { concept, weight }
    })
    return {
      ...treating[0]!.concept,
      codes: mergeCodes(treating),
      phrases: [...new Set(terms)].map((text) => ({
        text,
        kind: 'icd10',
        weight: known.has(text) ? sharedTermWeight : 1,
      })),
    }
  })
}

interface Treating {
  readonly concept: Concept
  readonly weight: number
}

/** The codes of all concepts, each with its best weight and the concept that has it. */
function mergeCodes(treating: readonly Treating[]): Concept['codes'] {
  const best = new Map<string, WeightedCode>()
  for (const { concept, weight } of treating)
    for (const { code, weight: codeWeight } of concept.codes)
      if (weight * codeWeight > (best.get(code)?.weight ?? 0))
        best.set(code, { code, weight: weight * codeWeight, field: concept.id })
  return [...best.values()]
}

interface Range {
  readonly first: string
  readonly last: string
  /** IDs of concepts, each with its weight. */
  readonly fields: readonly WeightedText[]
}

function readRanges(): readonly Range[] {
  return readLines('ranges.txt').map((line) => {
    const [, first = '', last = '', items = ''] = /^(\w{3})-(\w{3}): (.+)$/.exec(line) ?? []
    const where = `ranges.txt, ${line}`
    return {
      first,
      last,
      fields: parseWeightedItems({ name: first, items: items.split(', '), where }, where),
    }
  })
}

function readLines(name: string): readonly string[] {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}
