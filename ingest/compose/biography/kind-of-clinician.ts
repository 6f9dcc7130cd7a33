/** Writes the specialties of a clinician in words: "a heart doctor (cardiologist) and an internist". */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { countInWords, joinList, withArticle } from '../phrasing/grammar.ts'
import { formatTaxonomyName } from '../taxonomy-name.ts'

/** The maximum number of specialties that a text names after the first. The card lists all. */
export const specialtiesMax = 4

/** The primary specialty, "a heart doctor (cardiologist)", and the second one if there are only two. */
export function kindOfClinician([primary, second, third]: readonly Taxonomy[]): string {
  if (primary === undefined) return ''
  const kind = withArticle(formatTaxonomyName(primary))
  return second !== undefined && third === undefined ? `${kind} and ${withArticle(second.name)}` : kind
}

/** "as a medical ride van service and a taxi company"; "as an individual provider" without a known code. */
export function registeredKindsInWords(organizationKinds: readonly Taxonomy[]): string {
  if (organizationKinds.length === 0) return 'as an individual provider'
  return `as ${joinList(organizationKinds.slice(0, specialtiesMax).map(({ name }) => withArticle(name)))}`
}

/** "a therapist: a clinical social worker and a marriage and family therapist", if all share one plain name; otherwise null. */
export function sharedPlainKind(taxonomies: readonly Taxonomy[]): string | null {
  const plain = taxonomies[0]?.plain ?? null
  if (plain === null || taxonomies.length < 2 || taxonomies.some((taxonomy) => taxonomy.plain !== plain))
    return null
  return `${withArticle(plain)}: ${namesInWords(taxonomies)}`
}

/** "an internist, a hospitalist, a geriatrician and a pediatrician, and is registered in seven more specialties". */
export function namesInWords(taxonomies: readonly Taxonomy[]): string {
  const { named, unnamed } = splitNamed(taxonomies)
  const more = unnamed === 0 ? '' : `, and is registered in ${countInWords(unnamed)} more specialties`
  const supported = named.filter((name) => !name.startsWith(registeredOnlyPrefix))
  const registered = named.filter((name) => name.startsWith(registeredOnlyPrefix)).map(stripRegisteredOnly)
  if (registered.length === 0) return `${joinList(supported)}${more}`
  const registeredAs = `registered ${joinList(registered.map((name) => `as ${name}`))}`
  return `${supported.length === 0 ? registeredAs : `${joinList(supported)}, and is ${registeredAs}`}${more}`
}

/** "as an internist, a hospitalist, a geriatrician and a pediatrician, and in seven more specialties", after "registered". */
export function registeredNamesInWords(taxonomies: readonly Taxonomy[]): string {
  const { named, unnamed } = splitNamed(taxonomies)
  const more = unnamed === 0 ? '' : `, and in ${countInWords(unnamed)} more specialties`
  return `as ${joinList(named.map(stripRegisteredOnly))}${more}`
}

/**
 * The names with their articles, and the number of the others. A single other one is named, because "one more" would not be
 * shorter.
 */
function splitNamed(taxonomies: readonly Taxonomy[]): { named: readonly string[]; unnamed: number } {
  const shown = taxonomies.length === specialtiesMax + 1 ? specialtiesMax + 1 : specialtiesMax
  const shownNames = taxonomies.slice(0, shown).map(({ name }) => withArticle(name))
  return { named: shownNames, unnamed: taxonomies.length - shownNames.length }
}

/** The prefix of a kind that is registered but not supported by credentials. */
const registeredOnlyPrefix = 'a clinician registered as '

/** Whether the kind is registered but not supported by credentials. */
export function isRegisteredOnlyKind(kind: string): boolean {
  return kind.startsWith(registeredOnlyPrefix)
}

/** Returns the words that follow "is registered as". */
export function stripRegisteredOnly(kind: string): string {
  return kind.replace(registeredOnlyPrefix, '')
}
