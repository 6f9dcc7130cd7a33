/** What each NUCC taxonomy code means, in our own plain words; the words stand in `taxonomy/`, a table a family. */
import { readTables } from './taxonomy/tables.ts'

export { readOfficialNames } from './taxonomy/official-names.ts'

/** One code, with labels as they stand in mid-sentence: only a proper name starts with a capital. */
export interface Taxonomy {
  /** Ten characters, the last an X. */
  readonly code: string
  readonly kind: 'individual' | 'organization'
  /** Singular: `cardiologist`, `community pharmacy`. Two codes may share a name. */
  readonly name: string
  /** `cardiologists` */
  readonly plural: string
  /** What a patient says, singular: `heart doctor`; null when `name` is plain already. */
  readonly plain: string | null
  /** What a place that does this is for: `heart care`. */
  readonly field: string
  /** Completes `<Plural> …` and is true of every holder: `diagnose and treat heart disease: chest pain, …`. */
  readonly care: string
}

let byCode: ReadonlyMap<string, Taxonomy> | undefined

/** The meaning of `code` as the registry writes it (upper case), or null for a code the tables do not know. */
export function taxonomyOf(code: string): Taxonomy | null {
  return taxonomiesByCode().get(code) ?? null
}

/** Every code of the tables. */
export function allTaxonomies(): Iterable<Taxonomy> {
  return taxonomiesByCode().values()
}

function taxonomiesByCode(): ReadonlyMap<string, Taxonomy> {
  byCode ??= new Map(readTables().map((taxonomy) => [taxonomy.code, taxonomy]))
  return byCode
}
