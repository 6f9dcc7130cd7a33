/** Everything that a clinician or a place may be called, or be registered under, by the taxonomy tables. */
import { allTaxonomies } from '@careatlas/directory/taxonomy'

let singular: ReadonlyMap<string, string> | undefined

/** Lower-case name, plural, plain word or field → the name, "cardiologists" → "cardiologist"; fields stay. */
export function specialtyNames(): ReadonlyMap<string, string> {
  singular ??= new Map(
    allTaxonomies().flatMap(({ name, plural, plain, field }) =>
      [
        ...[field, `clinician registered under ${field}`, ...(plain === null ? [] : [plain])].map((text) => [
          text,
          text,
        ]),
        [`clinicians registered under ${field}`, `clinician registered under ${field}`],
        [plural, name],
        [name, name],
        ['health care provider', 'health care provider'],
      ].map(([said = '', called = '']) => [said.toLowerCase(), called.toLowerCase()] as const),
    ),
  )
  return singular
}

let tableNames: ReadonlySet<string> | undefined

/** Whether our tables call somebody so, as a roster does: "Family physician", not the plain "family doctor". */
export function isTableName(specialty: string): boolean {
  tableNames ??= new Set(
    allTaxonomies().flatMap(({ name, field }) =>
      [name, `clinician registered under ${field}`].map((text) => text.toLowerCase()),
    ),
  )
  return tableNames.has(specialty.toLowerCase())
}
