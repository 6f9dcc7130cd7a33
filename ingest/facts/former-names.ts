/** Finds the names of an NPI in earlier registry files that its registration no longer has. */
import type { OtherName } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import type { ClinicianRow, Fact, OrganizationRow } from './facts.ts'

/**
 * Names with another last name, and names that were registered as former names. Cards do not show an earlier first name: it is a
 * corrected typing error, or a name that the clinician no longer wants to use.
 */
export function findFormerPersonNames(
  current: ClinicianRow,
  replaced: readonly Fact[],
): readonly OtherName[] {
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

/** Also true for abbreviations: `CAR` for `CARLA`, `J` for `JANE`. */
function isSameFirstName(one: string | null, other: string | null): boolean {
  const [short, long] = [foldName(one ?? ''), foldName(other ?? '')].toSorted((a, b) => a.length - b.length)
  return short !== '' && long!.startsWith(short!)
}

/** Ignores the middle name, which registrants add, drop or abbreviate. */
function nameKey({ first, last }: Pick<OtherName, 'first' | 'last'>): string {
  return `${foldName(last ?? '')}|${foldName(first ?? '').slice(0, 1)}`
}

/** All names in earlier rows and in other-name files that the registry has since replaced. */
export function findFormerOrganizationNames(
  current: OrganizationRow,
  stillListed: readonly string[],
  replaced: readonly Fact[],
): readonly string[] {
  const known = new Set([...listNames(current), ...stillListed].map(foldName))
  const former: string[] = []
  for (const name of replaced.flatMap(listNames)) {
    const folded = foldName(name)
    if (folded === '' || known.has(folded)) continue
    known.add(folded)
    former.push(name)
  }
  return former
}

function listNames(fact: Fact): readonly string[] {
  if (fact.kind === 'other_organization_name') return [fact.name]
  if (fact.kind !== 'organization') return []
  const { legalName, doingBusinessAs, otherName } = fact
  return [legalName, doingBusinessAs, otherName?.name].filter((name) => name != null)
}
