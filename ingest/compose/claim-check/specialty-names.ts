/** The names of clinicians and places in the taxonomy tables. */
import { allTaxonomies, type Taxonomy } from '@careatlas/directory/taxonomy'
import { alternativeTaxonomies, traineeTaxonomies } from '../credential-check.ts'

/** All names are in lower case. */
interface SpecialtyNames {
  /** The plural and the singular on rosters: "cardiologists" → "cardiologist". */
  readonly singularOf: ReadonlyMap<string, string>
  /** The singular names on rosters: "family physician", not the plain "family doctor". */
  readonly onRosters: ReadonlySet<string>
  /** Names on rosters in singular and plural, plain names, and fields of care. */
  readonly all: ReadonlySet<string>
}

let names: SpecialtyNames | undefined

/** About four thousand names, computed on first use. */
export function specialtyNames(): SpecialtyNames {
  names ??= namesOf([...allTaxonomies(), ...traineeTaxonomies])
  return names
}

function namesOf(taxonomies: readonly Taxonomy[]): SpecialtyNames {
  const singularOf = new Map(
    taxonomies
      .flatMap((taxonomy) => [taxonomy, ...alternativeTaxonomies(taxonomy)])
      .map(({ name, plural }) => lowerCasePair(plural, name)),
  )
  const onRosters = new Set(singularOf.values())
  const others = taxonomies.flatMap(({ plain, field }) => lowerCasePair(field, plain ?? field))
  return {
    singularOf,
    onRosters,
    all: new Set([...singularOf.keys(), ...onRosters, ...others, 'health care provider']),
  }
}

function lowerCasePair(one: string, other: string): [string, string] {
  return [one.toLowerCase(), other.toLowerCase()]
}
