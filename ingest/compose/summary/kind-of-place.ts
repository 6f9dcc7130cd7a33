/** Writes the kind of an organization in words, from its codes: "drugstore (community pharmacy)", "heart care practice". */
import { classificationOf, isHospitalCode, type Taxonomy } from '@careatlas/directory/taxonomy'
import type { ListedKind } from '../../facts/listed-kind.ts'
import { joinList, withArticle } from '../phrasing/grammar.ts'
import { isGroup } from '../specialties.ts'
import { formatTaxonomyName } from '../taxonomy-name.ts'

/** The maximum number of further kinds that the summary names. */
const furtherKindsMax = 3

/**
 * Puts the taxonomy that names the organization first. This is the primary code, the first of `taxonomies`, unless another one is a
 * hospital or a nursing home (its pharmacy or laboratory may be marked primary) or is more specific than the primary code.
 */
export function kindFirst(taxonomies: readonly Taxonomy[]): readonly Taxonomy[] {
  const [primary, ...others] = taxonomies
  if (primary === undefined) return []
  const kind =
    taxonomies.find(({ code }) => isHospitalCode(code) && code !== religiousInstitution) ??
    (isPlan(primary.code) ? undefined : taxonomies.find(({ code }) => isNursingHome(code))) ??
    others.find((other) => isMoreSpecific(other, primary)) ??
    primary
  return [kind, ...taxonomies.filter((taxonomy) => taxonomy !== kind)]
}

/** NUCC: religious nonmedical health care institution, which has a code of a hospital. */
const religiousInstitution = '282J00000X'

/** NUCC: nursing facility, skilled nursing facility. */
function isNursingHome(code: string): boolean {
  return code.startsWith('313M') || code.startsWith('3140')
}

/** A company that registers as a health plan and as everything else is not a nursing home. */
function isPlan(code: string): boolean {
  return code.startsWith('30')
}

/** Whether it is a kind of place for the profession (a physical therapy clinic), or a specialization of the same classification. */
function isMoreSpecific(other: Taxonomy, primary: Taxonomy): boolean {
  if (other.kind !== 'organization') return false
  if (primary.kind === 'individual') return other.field === primary.field
  return primary.code.endsWith('00000X') && classificationOf(other.code) === classificationOf(primary.code)
}

/**
 * Whether the code is that of a supplier, a pharmacy (33) or a health plan (30). They also register addresses at which no care is
 * given.
 */
export function isSupplier(code: string): boolean {
  return code.startsWith('33') || code.startsWith('30')
}

/**
 * The kind with its article; null if it is unknown. `ownTaxonomies` are in the order of `kindFirst`; `listedAs` is the kind in a
 * facility list.
 */
export function kindOfPlace(ownTaxonomies: readonly Taxonomy[], listedAs?: ListedKind): string | null {
  const isListed =
    listedAs !== undefined &&
    (isKindFromListOnly(listedAs) || ownTaxonomies.every(({ code }) => isGroup(code)))
  const kind = isListed ? listedAs : kindWithoutArticle(ownTaxonomies)
  return kind === null ? null : withArticle(kind)
}

/** Whether only the list knows the kind. The code of a Veterans Affairs facility, for example, is just the most likely one. */
export function isKindFromListOnly(listedAs: ListedKind | undefined): boolean {
  return listedAs !== undefined && listedAs !== 'hospital'
}

/** Whether `kindOfPlace` calls the place a hospital, by its first code or by a facility list. */
export function isDescribedAsHospital([first]: readonly Taxonomy[], listedAs?: ListedKind): boolean {
  return (first !== undefined && isHospitalCode(first.code)) || listedAs === 'hospital'
}

/** "heart care practice" for an organization with a code of clinicians. */
function kindWithoutArticle(ownTaxonomies: readonly Taxonomy[]): string | null {
  const distinctive = ownTaxonomies.find(({ code }) => !isGroup(code))
  if (distinctive?.kind === 'organization') return formatTaxonomyName(distinctive)
  const practice = ownTaxonomies.some(({ code }) => isGroup(code)) ? 'group practice' : 'practice'
  if (distinctive !== undefined) return practiceInWords(distinctive, practice)
  return practice === 'group practice' ? practice : null
}

/** "heart care practice", "practice for eye care and eye surgery"; "general practice" for the field of that name. */
function practiceInWords({ code, field }: Taxonomy, practice: string): string {
  if (serviceCodes.test(code)) return serviceInWords(field)
  if (field.endsWith(' practice')) return practice === 'practice' ? field : `${practice} for ${field}`
  return /'s| (?:and|at|for|in|of|with) /.test(field) ? `${practice} for ${field}` : `${field} ${practice}`
}

/**
 * NUCC codes of services, not of clinicians: aides, homemakers, companions, contractors, case managers, interpreters, drivers,
 * community health and peer workers, emergency technicians and staff of laboratories.
 */
const serviceCodes = /^(?:37(?!4T|6G)|171(?!0|1)|172[AV]|175T|146|246)/

/** "attendant care service", "service for care at home", "provider of ambulance and emergency medical services". */
function serviceInWords(field: string): string {
  if (field.endsWith(' services')) return `provider of ${field}`
  return /'s| (?:and|at|for|in|of|with) /.test(field) ? `service for ${field}` : `${field} service`
}

/**
 * "a pharmacy and a medical laboratory", without kinds that the first one includes; null if there are no others. The code of a
 * profession counts as a kind only if it is `primary` or the only one; otherwise only the card lists its field.
 */
export function furtherKinds(ownTaxonomies: readonly Taxonomy[], primary: string | undefined): string | null {
  const [first, ...others] = ownTaxonomies.filter(({ code }) => !isGroup(code))
  const isOnlyProfession = ownTaxonomies.filter(({ kind }) => kind === 'individual').length === 1
  const distinctive = others.filter(
    ({ kind, code, name, field }) =>
      !first?.name.endsWith(name) &&
      (kind === 'organization' || ((isOnlyProfession || code === primary) && field !== first?.field)),
  )
  if (distinctive.length === 0) return null
  const shownKinds = distinctive
    .slice(0, furtherKindsMax)
    .map((taxonomy) =>
      withArticle(taxonomy.kind === 'organization' ? taxonomy.name : practiceInWords(taxonomy, 'practice')),
    )
  const unnamed = distinctive.length - shownKinds.length
  return joinList(
    unnamed === 0
      ? shownKinds
      : [...shownKinds, unnamed === 1 ? 'another kind of provider' : 'other kinds of providers'],
  )
}
