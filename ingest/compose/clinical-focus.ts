/** The focus of a card: a plain label, and areas of care, first from the taxonomies, then from observations. */
import type { ClinicalFocus } from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { ListedKind } from '../facts/listed-kind.ts'
import { withCapital } from './phrasing/grammar.ts'
import { isStudent } from './specialties.ts'

/** The limit of `ClinicalFocus.areas`. */
export const areasMax = 12

/** `taxonomies` with the primary one first; `reported` in the order a source gives. */
export function clinicianFocus(taxonomies: readonly Taxonomy[], reported: readonly string[]): ClinicalFocus {
  const [primary] = taxonomies
  const label = primary === undefined ? null : withCapital(labelOf(primary))
  return {
    primary: label,
    areas: distinctAreas([...practiced(taxonomies).map(({ field }) => field), ...reported], label),
  }
}

/** Drops the trainee code, which is not an area of care, unless no other code is registered. */
function practiced(taxonomies: readonly Taxonomy[]): readonly Taxonomy[] {
  return taxonomies.length > 1 ? taxonomies.filter((taxonomy) => !isStudent(taxonomy)) : taxonomies
}

/** The plain name, or the field of a profession that the credentials contradict, which has no `care`. */
function labelOf({ plain, name, field, care }: Taxonomy): string {
  return care === '' ? field : (plain ?? name)
}

/**
 * The label of a place is a field of care, "Cardiology": that of its first taxonomy, else that of a facility list. Only an address
 * without an organization or a list gets the most common field of its roster: one therapist does not determine the field of a
 * hospital.
 */
export function placeFocus(
  own: readonly Taxonomy[],
  roster: readonly Taxonomy[],
  organization: { readonly listedAs?: ListedKind } | null,
): ClinicalFocus {
  const listed =
    own.length === 0 && organization?.listedAs === "women's health clinic" ? ["women's health"] : []
  const stated = [...own.map(({ field }) => field), ...listed]
  const fields = [...stated, ...roster.map(({ field }) => field)]
  const [first] = organization === null ? fields : stated
  const label = first === undefined ? null : withCapital(first)
  return { primary: label, areas: distinctAreas(fields, label) }
}

function distinctAreas(areas: readonly string[], label: string | null): string[] {
  const byFolded = new Map<string, string>()
  for (const area of areas) {
    const folded = area.trim().toLowerCase()
    if (folded !== '' && folded !== label?.toLowerCase() && !byFolded.has(folded))
      byFolded.set(folded, withCapital(area.trim()))
  }
  return [...byFolded.values()].slice(0, areasMax)
}
