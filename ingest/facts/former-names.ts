/** Names that earlier registry files had for an NPI and its registration has no more. */
import type { OtherName } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import type { ClinicianRow, Fact, OrganizationRow } from './facts.ts'

/**
 * Names with another last name, and names that were registered as former ones. A first name that was given up is not shown:
 * it is a slip that was mended, or a name by which its bearer no longer wants to be known.
 */
export function formerNamesOfPerson(current: ClinicianRow, replaced: readonly Fact[]): readonly OtherName[] {
  const known = new Set([current.name, ...current.otherNames].map(nameKey))
  const earlier = replaced
    .filter((fact) => fact.kind === 'clinician')
    .flatMap(({ name, otherNames }) => [name, ...otherNames.filter(({ kind }) => kind === 'former')])
  const former: OtherName[] = []
  for (const { first, middle, last } of earlier) {
    if (last === null || !isSameFirstName(first, current.name.first)) continue
    const key = nameKey({ first, last })
    if (known.has(key)) continue
    known.add(key)
    former.push({ kind: 'former', first, middle, last })
  }
  return former
}

/** `CAR` for `CARLA` and `J` for `JANE` are the same. */
function isSameFirstName(one: string | null, other: string | null): boolean {
  const [short, long] = [foldName(one ?? ''), foldName(other ?? '')].toSorted((a, b) => a.length - b.length)
  return short !== '' && long!.startsWith(short!)
}

/** A middle name that comes or goes does not make another name; nor does one for which an initial stands. */
function nameKey({ first, last }: Pick<OtherName, 'first' | 'last'>): string {
  return `${foldName(last ?? '')}|${foldName(first ?? '').slice(0, 1)}`
}

/** Every name of its earlier rows and of lists of names that the registry has since replaced. */
export function formerNamesOfOrganization(
  current: OrganizationRow,
  stillListed: readonly string[],
  replaced: readonly Fact[],
): readonly string[] {
  const known = new Set([...namesIn(current), ...stillListed].map(foldName))
  const former: string[] = []
  for (const name of replaced.flatMap(namesIn)) {
    const folded = foldName(name)
    if (folded === '' || known.has(folded)) continue
    known.add(folded)
    former.push(name)
  }
  return former
}

function namesIn(fact: Fact): readonly string[] {
  if (fact.kind === 'other_organization_name') return [fact.name]
  if (fact.kind !== 'organization') return []
  const { legalName, doingBusinessAs, otherName } = fact
  return [legalName, doingBusinessAs, otherName?.name].filter((name) => name != null)
}
