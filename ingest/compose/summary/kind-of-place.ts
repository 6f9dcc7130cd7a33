/** What an organization is, by the codes it registers: "drugstore (community pharmacy)", "heart care practice". */
import { isHospitalCode, type Taxonomy } from '@careatlas/directory/taxonomy'
import type { ListedKind } from '../../enrichment/listed-kind.ts'
import { joinList, withArticle } from '../english/grammar.ts'
import { isGroup, plainThenOfficial } from '../specialties.ts'

/** Further kinds that are named; the card holds none of them. */
const furtherKindsMax = 3

/**
 * What the organization is called by, then the others as registered. That is the primary code, the first of `taxonomies`, unless
 * another is of a hospital or a nursing home, whose pharmacy or laboratory may be called primary, or says the same more closely.
 */
export function kindFirst(taxonomies: readonly Taxonomy[]): readonly Taxonomy[] {
  const [primary, ...others] = taxonomies
  if (primary === undefined) return []
  const kind =
    taxonomies.find(({ code }) => isHospitalCode(code) && code !== religiousHome) ??
    taxonomies.find(({ code }) => isNursingHome(code)) ??
    others.find((other) => saysMoreClosely(other, primary)) ??
    primary
  return [kind, ...taxonomies.filter((taxonomy) => taxonomy !== kind)]
}

/** NUCC: religious nonmedical health care institution, among the hospitals. */
const religiousHome = '282J00000X'

/** NUCC: nursing facility, skilled nursing facility. */
function isNursingHome(code: string): boolean {
  return code.startsWith('313M') || code.startsWith('3140')
}

/** A kind of place for the field of a profession (a physical therapy clinic), or a specialization of the same classification. */
function saysMoreClosely(other: Taxonomy, primary: Taxonomy): boolean {
  if (other.kind !== 'organization') return false
  if (primary.kind === 'individual') return other.field === primary.field
  return primary.code.endsWith('00000X') && other.code.slice(0, 4) === primary.code.slice(0, 4)
}

/** Suppliers and pharmacies (33), plans (30): they register wherever they deliver or insure. */
export function isSupplier(code: string): boolean {
  return code.startsWith('33') || code.startsWith('30')
}

/**
 * With its article; `own` as `kindFirst` orders them, `listedAs` where a list says more than the codes, or more exactly. Null where
 * nothing says what it is.
 */
export function kindOfPlace(own: readonly Taxonomy[], listedAs?: ListedKind): string | null {
  const isListed =
    listedAs !== undefined && (isByListAlone(listedAs) || own.every(({ code }) => isGroup(code)))
  const kind = isListed ? listedAs : kindWithoutArticle(own)
  return kind === null ? null : withArticle(kind)
}

/** A facility of Veterans Affairs may be a clinic, an office or a center for counseling: its code is only the likeliest. */
export function isByListAlone(listedAs: ListedKind | undefined): boolean {
  return listedAs !== undefined && listedAs !== 'hospital'
}

/** Whether `kindOfPlace` tells of a hospital: by the code that it is called by, which comes first, or by what a list calls it. */
export function isToldAsHospital([first]: readonly Taxonomy[], listedAs?: ListedKind): boolean {
  return (first !== undefined && isHospitalCode(first.code)) || listedAs === 'hospital'
}

/** "a heart care practice" of an organization registered as clinicians are. */
function kindWithoutArticle(own: readonly Taxonomy[]): string | null {
  const telling = own.find(({ code }) => !isGroup(code))
  if (telling?.kind === 'organization') return plainThenOfficial(telling)
  const practice = own.some(({ code }) => isGroup(code)) ? 'group practice' : 'practice'
  if (telling !== undefined) return practiceOf(telling, practice)
  return practice === 'group practice' ? practice : null
}

/** "heart care practice", "practice for eye care and eye surgery"; of general practice "general practice". */
function practiceOf({ code, field }: Taxonomy, practice: string): string {
  if (isService.test(code)) return serviceOf(field)
  if (field.endsWith(' practice')) return practice === 'practice' ? field : `${practice} for ${field}`
  return /'s| (?:and|at|for|in|of|with) /.test(field) ? `${practice} for ${field}` : `${field} ${practice}`
}

/**
 * NUCC codes that no clinician holds: aides, homemakers, companions, contractors, case managers, interpreters, drivers, community health
 * and peer workers, emergency technicians and staff of laboratories.
 */
const isService = /^(?:37(?!4T|6G)|171(?!0|1)|172[AV]|175T|146|246)/

/** "attendant care service", "service for care at home", "provider of ambulance and emergency medical services". */
function serviceOf(field: string): string {
  if (field.endsWith(' services')) return `provider of ${field}`
  return /'s| (?:and|at|for|in|of|with) /.test(field) ? `service for ${field}` : `${field} service`
}

/**
 * "a pharmacy and a medical laboratory", without what the first kind says already; null when there is nothing more. The code of a
 * profession is a kind where it is the `primary` one or the only one; of several the card lists the fields.
 */
export function furtherKinds(own: readonly Taxonomy[], primary: string | undefined): string | null {
  const [first, ...others] = own.filter(({ code }) => !isGroup(code))
  const alone = own.filter(({ kind }) => kind === 'individual').length === 1
  const telling = others.filter(
    ({ kind, code, name, field }) =>
      !first?.name.endsWith(name) &&
      (kind === 'organization' || ((alone || code === primary) && field !== first?.field)),
  )
  if (telling.length === 0) return null
  const named = telling
    .slice(0, furtherKindsMax)
    .map((taxonomy) =>
      withArticle(taxonomy.kind === 'organization' ? taxonomy.name : practiceOf(taxonomy, 'practice')),
    )
  const unnamed = telling.length - named.length
  return joinList(
    unnamed === 0 ? named : [...named, unnamed === 1 ? 'another kind of place' : 'other kinds of places'],
  )
}
