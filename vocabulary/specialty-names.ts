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

/**
 * Adds the short names of a specialty to its concept, to that for children with each word for a child, and to subspecialties:
 * "behavioral neuro".
 */
export function addShortNames(concepts: readonly Concept[], names: SpecialtyNames): readonly Concept[] {
  return addPhrases(concepts, ({ phrases, codes }) =>
    phrases
      .filter(({ kind, weight }) => kind === 'canonical' && weight === 1)
      .flatMap(({ text }) => shortNamesOf(text, names, physicianCode.test(codes[0]?.code ?? '')))
      .map((text): Phrase => ({ text, kind: 'roles', weight: 1 })),
  )
}

/** NUCC codes of physicians; "inpatient psych" is a service, and names no clinician. */
const physicianCode = /^20/

function shortNamesOf(
  text: string,
  { forChildren, shortNames }: SpecialtyNames,
  isPhysician: boolean,
): readonly string[] {
  const specialty = text.replace(/^pediatric /, '')
  const short = shortNames.get(specialty)
  if (short === undefined) return isPhysician ? shortSubspecialties(text, shortNames) : []
  return specialty === text ? short : forChildren.flatMap((word) => short.map((name) => `${word} ${name}`))
}

function shortSubspecialties(text: string, shortNames: SpecialtyNames['shortNames']): readonly string[] {
  const last = /(?<=[ -])[a-z]+$/.exec(text)
  const short = (last && shortNames.get(last[0])) ?? []
  return short.filter((name) => name !== last?.[0]).map((name) => text.slice(0, last?.index) + name)
}
