/** Finds the fields that a query names and of which the directory lists no clinician, because the results are of other fields. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { Concept } from '@careatlas/vocabulary/concept'
import type { NamedField } from './query/named-specialties.ts'
import type { TextQuery } from './relevance.ts'

export interface UnlistedFields {
  /** As the query names them: "vascular surgeon". */
  readonly names: readonly string[]
  /** The clinicians of the best results: "chiropractors"; null if no code of the query is listed. */
  readonly shown: string | null
}

/** Codes of a lower weight belong more to other fields. */
const weightMin = 0.9

/** Null if each field has a clinician, or no field has one. A name of several fields has one if any of them has. */
export function findUnlistedFields(
  namedFields: readonly NamedField[],
  codes: TextQuery['codes'],
  concepts: readonly Concept[],
  cliniciansByCode: ReadonlyMap<string, number>,
): UnlistedFields | null {
  if (cliniciansByCode.size === 0) return null
  const isListed = (code: string): boolean => (cliniciansByCode.get(code) ?? 0) > 0
  const names = namedFields.flatMap(({ name, concepts: numbers }) => {
    const own = Array.from(numbers, (number) => concepts[number]!.codes).flat()
    const clinicians = own.filter(
      ({ code, weight }) => weight >= weightMin && taxonomyOf(code)?.kind === 'individual',
    )
    return clinicians.length > 0 && !clinicians.some(({ code }) => isListed(code)) ? [name] : []
  })
  if (names.length === 0) return null
  const [shown] = [...codes].filter(([code]) => isListed(code)).toSorted(([, a], [, b]) => b - a)
  return {
    names: [...new Set(names)],
    shown: shown === undefined ? null : (taxonomyOf(shown[0])?.plural ?? null),
  }
}

/** The text of the notice. */
export function describeUnlistedFields({ names, shown }: UnlistedFields, hasResults: boolean): string {
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `"${name}"`))
  const first = `The directory lists no clinician of this field: ${list}.`
  if (!hasResults) return first
  const example = shown === null ? '' : `, such as ${shown}`
  return `${first} The results are other clinicians${example}.`
}
