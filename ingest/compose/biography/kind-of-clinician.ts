/** Writes the specialties of a clinician in words: "a heart doctor (cardiologist) and an internist". */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { countInWords, joinList, withArticle } from '../phrasing/grammar.ts'
import { plainThenOfficial } from '../specialties.ts'

/** The most specialties after the first that a text names. The card lists all. */
export const namedMax = 4

/** The primary specialty, "a heart doctor (cardiologist)", and the second one if there are only two. */
export function kindOfClinician([primary, second, third]: readonly Taxonomy[]): string {
  if (primary === undefined) return ''
  const kind = withArticle(plainThenOfficial(primary))
  return second !== undefined && third === undefined ? `${kind} and ${withArticle(second.name)}` : kind
}

/** "as a medical ride van service and a taxi company"; "as an individual provider" if no code has a meaning. */
export function asRegisteredKinds(registeredAs: readonly Taxonomy[]): string {
  if (registeredAs.length === 0) return 'as an individual provider'
  return `as ${joinList(registeredAs.slice(0, namedMax).map(({ name }) => withArticle(name)))}`
}

/** "a therapist: a licensed clinical social worker and a marriage and family therapist", when all share the plain name. */
export function kindOfOnePlainName(taxonomies: readonly Taxonomy[]): string | null {
  const plain = taxonomies[0]?.plain ?? null
  if (plain === null || taxonomies.length < 2 || taxonomies.some((taxonomy) => taxonomy.plain !== plain))
    return null
  return `${withArticle(plain)}: ${namesInWords(taxonomies)}`
}

/** "an internist, a hospitalist, a geriatrician and a pediatrician, and is registered in seven more specialties". */
export function namesInWords(taxonomies: readonly Taxonomy[]): string {
  const { named, unnamed } = namedOf(taxonomies)
  const more = unnamed === 0 ? '' : `, and is registered in ${countInWords(unnamed)} more specialties`
  const are = named.filter((name) => !name.startsWith(doubted))
  const registered = named.filter((name) => name.startsWith(doubted)).map(withoutDoubt)
  if (registered.length === 0) return `${joinList(are)}${more}`
  const registeredAs = `registered ${joinList(registered.map((name) => `as ${name}`))}`
  return `${are.length === 0 ? registeredAs : `${joinList(are)}, and is ${registeredAs}`}${more}`
}

/** "as an internist, a hospitalist, a geriatrician and a pediatrician, and in seven more specialties", after "registered". */
export function registeredNames(taxonomies: readonly Taxonomy[]): string {
  const { named, unnamed } = namedOf(taxonomies)
  const more = unnamed === 0 ? '' : `, and in ${countInWords(unnamed)} more specialties`
  return `as ${joinList(named.map(withoutDoubt))}${more}`
}

/** Names with their articles. If only one would remain, it is named too, because "one more" would not be shorter. */
function namedOf(taxonomies: readonly Taxonomy[]): { named: readonly string[]; unnamed: number } {
  const shown = taxonomies.length === namedMax + 1 ? namedMax + 1 : namedMax
  const named = taxonomies.slice(0, shown).map(({ name }) => withArticle(name))
  return { named, unnamed: taxonomies.length - named.length }
}

/** The prefix of a kind that is registered but not supported by credentials. */
const doubted = 'a clinician registered as '

export function isDoubted(kind: string): boolean {
  return kind.startsWith(doubted)
}

/** The words after "is registered as". */
export function withoutDoubt(kind: string): string {
  return kind.replace(doubted, '')
}
