/** What a place is identified by, so that its `location_uuid` survives what does not make it another place. */
import { isWithoutUnit } from '@careatlas/directory/address'
import { locationUuid } from '@careatlas/directory/location-uuid'
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../compare-text.ts'
import { isFacility, type Mention } from './mention.ts'
import type { Tenants } from './tenants.ts'

/**
 * A place with a registered organization is identified by the NPI of its organization that was enumerated first and the
 * address key of that registration, whatever the organization is called and whatever arrives beside it; a place of lists
 * alone by the listed NPI, else the certification number, else the name, and the listed address key; a place of an address
 * alone by the address key of its door. So no two places share an identifier.
 */
export function placeUuid({ organizations, facilities, doorKey }: Tenants): string {
  const [first] = organizations.toSorted(firstEnumerated)
  if (first !== undefined) return locationUuid(first.door, first.who.npi)
  const [listed] = facilities
    .map(({ who, door }) => [listedAs(who), door] as const)
    .toSorted(([a, here], [b, there]) => compareText(a, b) || compareText(here, there))
  return listed === undefined ? locationUuid(doorKey, '') : locationUuid(listed[1], listed[0])
}

/** An NPI comes first in the order of texts, so that the place keeps its identifier once that NPI is registered. */
function listedAs({ certification, npi, name }: Tenants['facilities'][number]['who']): string {
  if (npi !== null) return npi
  return certification === undefined ? `name ${foldName(name)}` : `certification ${certification}`
}

/**
 * The address key that most NPIs at a door register; ties go to the NPI that was enumerated first, which a new neighbor is
 * not. Where the door has a unit, keys without one do not count: NPIs at several doors of the house may write them.
 * `mentions` are all of one door, at least one.
 */
export function doorKeyOf(mentions: readonly Mention[]): string {
  const [only, another] = new Set(mentions.map(({ door }) => door))
  if (another === undefined) return only!
  const withUnit = mentions.filter(({ door }) => !isWithoutUnit(door))
  const counted = preferred(withUnit.length > 0 ? withUnit : mentions, (one) => !isFacility(one))
  const byKey = [...Map.groupBy(counted.toSorted(firstEnumerated), ({ door }) => door)]
  const [most] = byKey.toSorted(([, some], [, others]) => others.length - some.length)
  return most![0]
}

function preferred(mentions: readonly Mention[], is: (one: Mention) => boolean): readonly Mention[] {
  const those = mentions.filter(is)
  return those.length > 0 ? those : mentions
}

function firstEnumerated({ who: one, door }: Mention, { who: other, door: otherDoor }: Mention): number {
  return (
    compareText(enumeratedOn(one), enumeratedOn(other)) ||
    compareText(one.npi ?? '', other.npi ?? '') ||
    compareText(door, otherDoor)
  )
}

/** A day that is not known comes last. */
function enumeratedOn(who: Mention['who']): string {
  return (who.kind === 'facility' ? null : who.enumeratedOn) ?? '9999'
}
