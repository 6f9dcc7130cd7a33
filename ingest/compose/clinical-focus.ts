/** Composes the focus of a card: a plain label, and areas of care, first those of the taxonomies, then those of observations. */
import type { ClinicalFocus } from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { ListedKind } from '../facts/listed-kind.ts'
import { withCapital } from './phrasing/grammar.ts'
import { isTrainee } from './specialties.ts'

/** The limit of `ClinicalFocus.areas`. */
export const areasMax = 12

/** The focus of a clinician. `taxonomies` have the primary one first; `reported` are the areas of the sources, in their order. */
export function clinicianFocus(taxonomies: readonly Taxonomy[], reported: readonly string[]): ClinicalFocus {
  const [primary] = taxonomies
  const label = primary === undefined ? null : withCapital(focusLabel(primary))
  return {
    primary: label,
    areas: distinctAreas([...withoutTraineeCode(taxonomies).map(({ field }) => field), ...reported], label),
  }
}

/** Drops the trainee code, which is not an area of care, unless no other code is registered. */
function withoutTraineeCode(taxonomies: readonly Taxonomy[]): readonly Taxonomy[] {
  return taxonomies.length > 1 ? taxonomies.filter((taxonomy) => !isTrainee(taxonomy)) : taxonomies
}

/** The plain name; the field of care if the credentials contradict the profession, which then has no `care`. */
function focusLabel({ plain, name, field, care }: Taxonomy): string {
  return care === '' ? field : (plain ?? name)
}

/**
 * The focus of a place. Its label is a field of care, such as "Cardiology": the field of its first taxonomy, else that of a
 * facility list. Only an address without an organization or a list gets the most common field of its roster, because one therapist
 * does not determine the field of a hospital.
 */
export function placeFocus(
  ownTaxonomies: readonly Taxonomy[],
  rosterTaxonomies: readonly Taxonomy[],
  organization: { readonly listedAs?: ListedKind } | null,
): ClinicalFocus {
  const listedFields =
    ownTaxonomies.length === 0 && organization?.listedAs === "women's health clinic" ? ["women's health"] : []
  const statedFields = [...ownTaxonomies.map(({ field }) => field), ...listedFields]
  const fields = [...statedFields, ...rosterTaxonomies.map(({ field }) => field)]
  const [first] = organization === null ? fields : statedFields
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
