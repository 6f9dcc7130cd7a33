/** What a place is identified by, so that its `location_uuid` survives what does not make it another place. */
import { isWithoutUnit } from '@careatlas/directory/address'
import { locationUuid } from '@careatlas/directory/location-uuid'
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../compare-text.ts'
import { isFacility, type Mention } from './mention.ts'
import type { Tenants } from './tenants.ts'

/** One door of a house: everything that is mentioned there, and the places that this makes. */
export interface OpenDoor {
  readonly mentions: readonly Mention[]
  readonly tenants: readonly Tenants[]
}

/**
 * The identifier of each place of a house; no two share one. Of the places at a door, the one with most of the NPIs that
 * were there first is identified by the address key alone: whoever arrives later, under whatever name, changes nothing. The
 * others are identified by the NPI of their first organization, or as the clinicians there; places of lists alone by the
 * listed NPI, else the certification number, else the name. No registered name is part of an identifier.
 */
export function placeUuids(doors: readonly OpenDoor[]): ReadonlyMap<Tenants, string> {
  const doorOfKey = doorsOfStreetKeys(doors)
  const uuids = new Map<Tenants, string>()
  for (const door of doors) {
    const npis = npisOf(door)
    const isOwn = ({ door: key }: Mention) => !isWithoutUnit(key) || doorOfKey.get(key) === door
    const own = npis.find(isOwn) ?? door.mentions.find(({ door: key }) => !isWithoutUnit(key))
    const key = (own ?? door.mentions[0]!).door
    const apart = own === undefined && npis.length > 0 ? 'without unit ' : ''
    const first = placeOfTheFirst(door.tenants, npis)
    for (const tenants of door.tenants)
      uuids.set(
        tenants,
        tenants === first
          ? locationUuid(key, apart)
          : (ownUuid(tenants) ?? locationUuid(key, `${apart}clinicians`)),
      )
  }
  return uuids
}

/**
 * Clinicians who leave the unit out may be at several doors. Each address key without a unit identifies one door of the
 * house: that of the NPI which wrote it first.
 */
function doorsOfStreetKeys(doors: readonly OpenDoor[]): ReadonlyMap<string, OpenDoor> {
  const found = new Map<string, OpenDoor>()
  const writing = doors.flatMap((door) => door.mentions.map((mention) => ({ door, mention })))
  const withoutUnit = writing.filter(({ mention }) => isWithoutUnit(mention.door) && !isFacility(mention))
  for (const { door, mention } of withoutUnit.toSorted((a, b) => arrivedFirst(a.mention, b.mention)))
    if (!found.has(mention.door)) found.set(mention.door, door)
  return found
}

/** The place with most of the NPIs that are there since the first day, of equal ones that of the first NPI. */
function placeOfTheFirst(places: readonly Tenants[], npis: readonly Mention[]): Tenants | undefined {
  const [first] = npis
  if (first === undefined || places.length === 1) return first && places[0]
  const withFirst = places.map((place) => {
    const members = [...place.organizations, ...place.clinicians]
    const since = members.filter((one) => one.since === first.since).length
    return { place, since, hasFirst: members.some(({ who }) => who.npi === first.who.npi) }
  })
  return withFirst.toSorted((a, b) => b.since - a.since || Number(b.hasFirst) - Number(a.hasFirst))[0]!.place
}

/** By its organization, or as it is listed; null for clinicians alone. */
function ownUuid({ organizations, facilities }: Tenants): string | null {
  const [first] = organizations.toSorted(arrivedFirst)
  if (first !== undefined) return locationUuid(first.door, first.who.npi)
  const [listed] = facilities
    .map(({ who, door }) => [listedAs(who), door] as const)
    .toSorted(([a, here], [b, there]) => compareText(a, b) || compareText(here, there))
  return listed === undefined ? null : locationUuid(listed[1], listed[0])
}

/** An NPI comes first in the order of texts. */
function listedAs({ certification, npi, name }: Tenants['facilities'][number]['who']): string {
  if (npi !== null) return npi
  return certification === undefined ? `name ${foldName(name)}` : `certification ${certification}`
}

function npisOf({ mentions }: OpenDoor): readonly Mention[] {
  return mentions.length === 1 && !isFacility(mentions[0]!)
    ? mentions
    : mentions.filter((one) => !isFacility(one)).toSorted(arrivedFirst)
}

/** By the day on which a source first put the NPI there, then by its enumeration. */
function arrivedFirst(one: Mention, other: Mention): number {
  return (
    compareText(one.since, other.since) ||
    compareText(enumeratedOn(one.who), enumeratedOn(other.who)) ||
    compareText(one.who.npi ?? '', other.who.npi ?? '') ||
    compareText(one.door, other.door)
  )
}

/** A day that is not known comes last. */
function enumeratedOn(who: Mention['who']): string {
  return (who.kind === 'facility' ? null : who.enumeratedOn) ?? '9999'
}
