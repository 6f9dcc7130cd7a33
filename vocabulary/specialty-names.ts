/** Short names of specialties, also for children: "derm", "peds derm". The data is in `specialty-names.txt`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Concept, Phrase } from './concept.ts'
import { parseLists } from './data-file.ts'
import { addPhrases } from './topics.ts'

const file = 'specialty-names.txt'

export interface SpecialtyNames {
  /** Words that mean "pediatric". */
  readonly forChildren: readonly string[]
  /** Specialty → its short names. */
  readonly shortNames: ReadonlyMap<string, readonly string[]>
}

let cachedNames: SpecialtyNames | undefined

/** Throws an Error that names a malformed line. */
export function readSpecialtyNames(): SpecialtyNames {
  return (cachedNames ??= parseNames(readFileSync(join(import.meta.dirname, file), 'utf8')))
}

function parseNames(text: string): SpecialtyNames {
  const { 'for children': forChildren = [], ...specialties } = Object.fromEntries(parseLists(text, file))
  return { forChildren, shortNames: new Map(Object.entries(specialties)) }
}

/** Adds the short names of a specialty to its concept, and to that for children with each word for a child. */
export function addShortNames(concepts: readonly Concept[], names: SpecialtyNames): readonly Concept[] {
  return addPhrases(concepts, ({ phrases }) =>
    phrases
      .filter(({ kind, weight }) => kind === 'canonical' && weight === 1)
      .flatMap(({ text }) => shortNamesOf(text, names))
      .map((text): Phrase => ({ text, kind: 'roles', weight: 1 })),
  )
}

function shortNamesOf(text: string, { forChildren, shortNames }: SpecialtyNames): readonly string[] {
  const specialty = text.replace(/^pediatric /, '')
  const short = shortNames.get(specialty) ?? []
  return specialty === text ? short : forChildren.flatMap((word) => short.map((name) => `${word} ${name}`))
}
