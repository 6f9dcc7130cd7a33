/** Clinical concepts: phrases of users, and the taxonomy codes that match them. The data is in `concepts/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addAbbreviations, readAbbreviations } from './abbreviations.ts'
import { type Field, parseSections, type Section } from './data-file.ts'
import { orderProfessions } from './profession-order.ts'
import { addShortNames, readSpecialtyNames } from './specialty-names.ts'
import { addTopics, allTopics } from './topics.ts'
import { parseWeightedItems } from './weighted-items.ts'

export type Audience = (typeof audiences)[number]
const audiences = ['any', 'adult', 'child', 'older', 'women', 'men'] as const

/** The kinds of phrases: those of the data files, and terms of ICD-10-CM. */
export type PhraseKind = (typeof phraseKinds)[number] | 'icd10'
const phraseKinds = ['canonical', 'roles', 'conditions', 'procedures', 'spanish'] as const

export interface Phrase {
  readonly text: string
  readonly kind: PhraseKind
  /** 1 if this concept is the best match for the phrase, less if another one is. */
  readonly weight: number
}

export interface WeightedCode {
  readonly code: string
  readonly weight: number
  /** In a range of ICD-10-CM, which several fields treat: the ID of the concept that has the code. */
  readonly field?: string
}

export interface Concept {
  readonly id: string
  /**
   * NUCC codes (`none` if out of scope) with their weights: 1 for the general specialty, 0.9 for a subspecialty, less for a
   * related one.
   */
  readonly codes: readonly WeightedCode[]
  readonly phrases: readonly Phrase[]
  readonly audience: Audience
}

const folder = join(import.meta.dirname, 'concepts')
let concepts: readonly Concept[] | undefined

/** The concepts of all files, in the order of the file names, with the phrases of topics, short names and abbreviations. Throws an Error that names a malformed line. */
export function allConcepts(): readonly Concept[] {
  return (concepts ??= readConcepts())
}

function readConcepts(): readonly Concept[] {
  const own = readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .flatMap((file) => parseConcepts(readFileSync(join(folder, file), 'utf8'), file))
  const named = addShortNames(own, readSpecialtyNames())
  return orderProfessions(addAbbreviations(addTopics(named, allTopics()), readAbbreviations()))
}

/** Parses the concepts of one file. The name of a section is the ID of its concept; an item may end with its weight, which is 1 by default. */
export function parseConcepts(text: string, file: string): readonly Concept[] {
  return parseSections(text, file, ['codes', ...phraseKinds, 'audience']).map(toConcept)
}

function toConcept({ name: id, fields, where }: Section): Concept {
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(id)) throw new Error(`${where}: ${id} is not the id of a concept`)
  const byName = new Map<string, Field>()
  for (const field of fields) {
    if (byName.has(field.name)) throw new Error(`${field.where}: ${id} has two fields ${field.name}`)
    byName.set(field.name, field)
  }
  const audience = audiences.find((candidate) => candidate === byName.get('audience')?.items.join())
  const codes = byName.get('codes')
  if (!audience || !codes) throw new Error(`${where}: ${id} needs codes and an audience`)
  const isOutOfScope = codes.items.join() === 'none'
  return {
    id,
    codes: isOutOfScope
      ? []
      : parseWeightedItems(codes, where).map(({ text, weight }) => ({ code: text, weight })),
    phrases: phraseKinds.flatMap((kind) =>
      parseWeightedItems(byName.get(kind), where).map(({ text, weight }): Phrase => ({ text, kind, weight })),
    ),
    audience,
  }
}
