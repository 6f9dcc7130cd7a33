/** The names of clinicians and places in the taxonomy tables. */
import { allTaxonomies, type Taxonomy } from '@careatlas/directory/taxonomy'
import { heldOtherwise, namedTrainees } from '../credential-check.ts'

/** All in lower case. */
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
  names ??= namesOf([...allTaxonomies(), ...namedTrainees])
  return names
}

function namesOf(taxonomies: readonly Taxonomy[]): SpecialtyNames {
  const singularOf = new Map(
    taxonomies
      .flatMap((taxonomy) => [taxonomy, ...heldOtherwise(taxonomy)])
      .map(({ name, plural }) => inLowerCase(plural, name)),
  )
  const onRosters = new Set(singularOf.values())
  const others = taxonomies.flatMap(({ plain, field }) => inLowerCase(field, plain ?? field))
  return {
    singularOf,
    onRosters,
    all: new Set([...singularOf.keys(), ...onRosters, ...others, 'health care provider']),
  }
}

function inLowerCase(one: string, other: string): [string, string] {
  return [one.toLowerCase(), other.toLowerCase()]
}
