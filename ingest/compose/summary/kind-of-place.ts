/** Writes the kind of an organization in words, from its codes: "drugstore (community pharmacy)", "heart care practice". */
import { isHospitalCode, type Taxonomy } from '@careatlas/directory/taxonomy'
import type { ListedKind } from '../../facts/listed-kind.ts'
import { joinList, withArticle } from '../phrasing/grammar.ts'
import { isGroup, plainThenOfficial } from '../specialties.ts'

/** The most further kinds that the summary names. */
const furtherKindsMax = 3

/**
 * Puts the taxonomy that names the organization first. It is the primary code, the first of `taxonomies`, unless another one is a
 * hospital or a nursing home, whose pharmacy or laboratory may be marked primary, or is more specific than the primary code.
 */
export function kindFirst(taxonomies: readonly Taxonomy[]): readonly Taxonomy[] {
  const [primary, ...others] = taxonomies
  if (primary === undefined) return []
  const kind =
    taxonomies.find(({ code }) => isHospitalCode(code) && code !== religiousHome) ??
    (isPlan(primary.code) ? undefined : taxonomies.find(({ code }) => isNursingHome(code))) ??
    others.find((other) => saysMoreClosely(other, primary)) ??
    primary
  return [kind, ...taxonomies.filter((taxonomy) => taxonomy !== kind)]
}

/** NUCC: religious nonmedical health care institution, which has a code of a hospital. */
const religiousHome = '282J00000X'

/** NUCC: nursing facility, skilled nursing facility. */
function isNursingHome(code: string): boolean {
  return code.startsWith('313M') || code.startsWith('3140')
}

/** A company that registers as a health plan and as everything else is not a nursing home. */
function isPlan(code: string): boolean {
  return code.startsWith('30')
}

/** A kind of place for a profession (a physical therapy clinic), or a specialization of the same classification. */
function saysMoreClosely(other: Taxonomy, primary: Taxonomy): boolean {
  if (other.kind !== 'organization') return false
  if (primary.kind === 'individual') return other.field === primary.field
  return primary.code.endsWith('00000X') && other.code.slice(0, 4) === primary.code.slice(0, 4)
}

/** Suppliers and pharmacies (33), plans (30). They register at addresses to which they deliver or at which they insure. */
export function isSupplier(code: string): boolean {
  return code.startsWith('33') || code.startsWith('30')
}

/**
 * The kind with its article; null if it is unknown. `own` is in the order of `kindFirst`; `listedAs` is given if a facility list
 * is more specific than the codes.
 */
export function kindOfPlace(own: readonly Taxonomy[], listedAs?: ListedKind): string | null {
  const isListed =
    listedAs !== undefined && (isByListAlone(listedAs) || own.every(({ code }) => isGroup(code)))
  const kind = isListed ? listedAs : kindWithoutArticle(own)
  return kind === null ? null : withArticle(kind)
}

/** A facility of Veterans Affairs may be a clinic, an office or a counseling center: its code is only the most likely one. */
export function isByListAlone(listedAs: ListedKind | undefined): boolean {
  return listedAs !== undefined && listedAs !== 'hospital'
}

/** Whether `kindOfPlace` calls the place a hospital, by its first code or by a facility list. */
export function isDescribedAsHospital([first]: readonly Taxonomy[], listedAs?: ListedKind): boolean {
  return (first !== undefined && isHospitalCode(first.code)) || listedAs === 'hospital'
}

/** "a heart care practice" of an organization registered as clinicians are. */
function kindWithoutArticle(own: readonly Taxonomy[]): string | null {
  const distinctive = own.find(({ code }) => !isGroup(code))
  if (distinctive?.kind === 'organization') return plainThenOfficial(distinctive)
  const practice = own.some(({ code }) => isGroup(code)) ? 'group practice' : 'practice'
  if (distinctive !== undefined) return practiceOf(distinctive, practice)
  return practice === 'group practice' ? practice : null
}

/** "heart care practice", "practice for eye care and eye surgery"; of general practice "general practice". */
function practiceOf({ code, field }: Taxonomy, practice: string): string {
  if (isService.test(code)) return serviceOf(field)
  if (field.endsWith(' practice')) return practice === 'practice' ? field : `${practice} for ${field}`
  return /'s| (?:and|at|for|in|of|with) /.test(field) ? `${practice} for ${field}` : `${field} ${practice}`
}

/**
 * NUCC codes of services, not of clinicians: aides, homemakers, companions, contractors, case managers, interpreters, drivers,
 * community health and peer workers, emergency technicians and staff of laboratories.
 */
const isService = /^(?:37(?!4T|6G)|171(?!0|1)|172[AV]|175T|146|246)/

/** "attendant care service", "service for care at home", "provider of ambulance and emergency medical services". */
function serviceOf(field: string): string {
  if (field.endsWith(' services')) return `provider of ${field}`
  return /'s| (?:and|at|for|in|of|with) /.test(field) ? `service for ${field}` : `${field} service`
}

/**
 * "a pharmacy and a medical laboratory", without kinds that the first one covers; null if there are no more. The code of a
 * profession counts as a kind only if it is `primary` or the only one; otherwise the card lists the fields.
 */
export function furtherKinds(own: readonly Taxonomy[], primary: string | undefined): string | null {
  const [first, ...others] = own.filter(({ code }) => !isGroup(code))
  const alone = own.filter(({ kind }) => kind === 'individual').length === 1
  const distinctive = others.filter(
    ({ kind, code, name, field }) =>
      !first?.name.endsWith(name) &&
      (kind === 'organization' || ((alone || code === primary) && field !== first?.field)),
  )
  if (distinctive.length === 0) return null
  const named = distinctive
    .slice(0, furtherKindsMax)
    .map((taxonomy) =>
      withArticle(taxonomy.kind === 'organization' ? taxonomy.name : practiceOf(taxonomy, 'practice')),
    )
  const unnamed = distinctive.length - named.length
  return joinList(
    unnamed === 0
      ? named
      : [...named, unnamed === 1 ? 'another kind of provider' : 'other kinds of providers'],
  )
}
