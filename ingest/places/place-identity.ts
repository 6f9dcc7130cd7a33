/** What a place is identified by, so that its `location_uuid` survives whatever does not make it another place. */
import { isWithoutUnit } from '@careatlas/directory/address'
import { locationUuid } from '@careatlas/directory/location-uuid'
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../compare-text.ts'
import { isClinician, isOrganization, type Mention } from './mention.ts'
import type { Tenants } from './tenants.ts'

/**
 * A place with a registered organization is identified by the NPI of its organization that was enumerated first and that
 * organization's address key: neither a new name nor a further registration changes it. A place of lists alone is
 * identified by the NPI, else the certification number, else the name on the list and the listed address key; a place of an
 * address alone by the address key that most of its clinicians write. So no two places share one.
 */
export function placeUuid({ organizations, facilities, clinicians, doorKeys }: Tenants): string {
  const [first] = organizations.toSorted(firstEnumerated)
  if (first !== undefined) return locationUuid(first.door, first.who.npi)
  const [listed] = facilities
    .map(({ who, door }) => [listedAs(who), door] as const)
    .toSorted(([a, here], [b, there]) => compareText(a, b) || compareText(here, there))
  if (listed !== undefined) return locationUuid(listed[1], listed[0])
  return locationUuid(mostWritten(clinicians, doorKeys), '')
}

/** An NPI comes first in the order of texts, so that the place keeps its identifier once that NPI is registered. */
function listedAs({ certification, npi, name }: Tenants['facilities'][number]['who']): string {
  if (npi !== null) return npi
  return certification === undefined ? `name ${foldName(name)}` : `certification ${certification}`
}

function firstEnumerated(one: Mention, other: Mention): number {
  return compareText(enumeratedOn(one), enumeratedOn(other)) || compareText(one.who.npi!, other.who.npi!)
}

/** A day that is not known comes last. */
function enumeratedOn(mention: Mention): string {
  return (isClinician(mention) || isOrganization(mention) ? mention.who.enumeratedOn : null) ?? '9999'
}

/**
 * Of the keys with a unit, where the door has one: those without one may be of clinicians at several doors. Ties go to the
 * clinician who was enumerated first.
 */
function mostWritten(clinicians: Tenants['clinicians'], doorKeys: readonly string[]): string {
  const [onlyKey, another] = doorKeys
  if (another === undefined) return onlyKey!
  const isOfDoor = doorKeys.some((key) => !isWithoutUnit(key))
    ? (key: string) => !isWithoutUnit(key)
    : () => true
  const writing = clinicians.filter(({ door }) => isOfDoor(door)).toSorted(firstEnumerated)
  const byKey = [...Map.groupBy(writing, ({ door }) => door)]
  const [most] = byKey.toSorted(([, some], [, others]) => others.length - some.length)
  return most?.[0] ?? doorKeys.filter(isOfDoor).toSorted(compareText)[0]!
}
