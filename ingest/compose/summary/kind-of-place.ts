/** What an organization is, by the codes it registers: "drugstore (community pharmacy)", "heart care practice". */
import { isHospitalCode, type Taxonomy } from '@careatlas/directory/taxonomy'
import type { ListedKind } from '../../enrichment/listed-kind.ts'
import { joinList, withArticle } from '../english/grammar.ts'
import { plainThenOfficial } from '../specialties.ts'

/** Further kinds that are named; the card holds none of them. */
const furtherKindsMax = 3

/**
 * Hospitals before their units, units before clinics, these before whatever else, suppliers and plans last: a hospital
 * also registers its laboratory and its drugstore, and each of them may be called primary. Otherwise as registered.
 */
export function mostTellingFirst(taxonomies: readonly Taxonomy[]): readonly Taxonomy[] {
  return taxonomies.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ code }: Taxonomy): number {
  if (isSupplier(code)) return 4
  const at = ['28', '27', '261Q'].findIndex((family) => code.startsWith(family))
  return at < 0 ? 3 : at
}

/** Suppliers and pharmacies (33), plans (30): they register wherever they deliver or insure. */
export function isSupplier(code: string): boolean {
  return code.startsWith('33') || code.startsWith('30')
}

/** With its article; `own` with the most telling one first, `listedAs` where no code tells more than a list does. */
export function kindOfPlace(own: readonly Taxonomy[], listedAs?: ListedKind): string {
  return withArticle(own.every(({ code }) => isGroup(code)) && listedAs ? listedAs : kindWithoutArticle(own))
}

/** Whether `kindOfPlace` tells of a hospital: by the most telling code, which stands first, or by what a list calls it. */
export function isToldAsHospital([first]: readonly Taxonomy[], listedAs?: ListedKind): boolean {
  return (first !== undefined && isHospitalCode(first.code)) || listedAs === 'hospital'
}

/** "a heart care practice" of an organization registered as clinicians are. */
function kindWithoutArticle(own: readonly Taxonomy[]): string {
  const telling = own.find(({ code }) => !isGroup(code))
  if (telling?.kind === 'organization') return plainThenOfficial(telling)
  const practice = own.some(({ code }) => isGroup(code)) ? 'group practice' : 'practice'
  const field = telling?.field
  if (field !== undefined) return practiceOf(field, practice)
  return practice === 'group practice' ? practice : 'place of care'
}

/** "heart care practice", "practice for eye care and eye surgery"; of general practice "general practice". */
function practiceOf(field: string, practice: string): string {
  if (field.endsWith(' practice')) return practice === 'practice' ? field : `${practice} for ${field}`
  return /'s| (?:and|at|for|in|of|with) /.test(field) ? `${practice} for ${field}` : `${field} ${practice}`
}

/** Single- and multi-specialty group: they say how a place is organized, not what it does. */
export function isGroup(code: string): boolean {
  return code === '193200000X' || code === '193400000X'
}

/** "a pharmacy and a medical laboratory", without what the first kind says already; null when there is nothing more. */
export function furtherKinds(own: readonly Taxonomy[]): string | null {
  const [first, ...others] = own.filter(({ kind, code }) => kind === 'organization' && !isGroup(code))
  const telling = others.filter(({ name }) => !first?.name.endsWith(name))
  if (telling.length === 0) return null
  const named = telling.slice(0, furtherKindsMax).map(({ name }) => withArticle(name))
  const unnamed = telling.length - named.length
  return joinList(
    unnamed === 0 ? named : [...named, unnamed === 1 ? 'another kind of place' : 'other kinds of places'],
  )
}
