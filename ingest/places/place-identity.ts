/** Identifies the places of a building, so that the `location_uuid` of a place stays the same (decision 25). */
import { unitOf } from '@careatlas/directory/address'
import { locationUuid } from '@careatlas/directory/location-uuid'
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../ordering.ts'
import { compareArrival, getOriginalUnitKey } from './arrival.ts'
import type { AddressRecord } from './address-record.ts'
import type { PlaceOccupants } from './occupants.ts'

/** One unit of a building: its records and its places. */
export interface OccupiedUnit {
  readonly records: readonly AddressRecord[]
  readonly occupants: readonly PlaceOccupants[]
}

/**
 * The identifier of each place of a building; no two places share one. An address key alone identifies the place with most of the
 * NPIs that registered it first, so that the names and the spellings of later arrivals change nothing. A place whose address keys
 * all identify other places is identified by the NPI of its first organization, or as the clinicians of its unit; a place of
 * lists alone by the listed NPI, else the certification number, else the name. Registered names are not part of an identifier.
 */
export function assignPlaceUuids(units: readonly OccupiedUnit[]): ReadonlyMap<PlaceOccupants, string> {
  const uuids = new Map<PlaceOccupants, string>()
  for (const { key, place } of listAddressKeys(units.flatMap(({ occupants }) => occupants)))
    if (!uuids.has(place)) uuids.set(place, locationUuid(key, ''))
  for (const { records, occupants } of units)
    for (const place of occupants)
      if (!uuids.has(place))
        uuids.set(
          place,
          createOrganizationUuid(place) ?? createCliniciansUuid(place, records) ?? createListedUuid(place),
        )
  return uuids
}

interface AddressKey {
  readonly key: string
  /** If several places have the key, as for an address without a unit, the place with most of its first registrants. */
  readonly place: PlaceOccupants
  /** The first day on which an NPI of the building stated it. */
  readonly day: string
  /** The number of NPIs that stated it on that day. */
  readonly count: number
}

/** The address keys of all `places`, the oldest first; of one day, the most frequent first. */
function listAddressKeys(places: readonly PlaceOccupants[]): readonly AddressKey[] {
  const registrants = places
    .flatMap((place) => listRegistrants(place).map((record) => ({ place, record })))
    .toSorted((one, other) => compareArrival(one.record, other.record))
  if (registrants.length === 1)
    return registrants.map(({ place, record }) => ({
      key: getOriginalUnitKey(record),
      place,
      day: record.since,
      count: 1,
    }))
  return [...Map.groupBy(registrants, ({ record }) => getOriginalUnitKey(record))]
    .map(([key, group]) => {
      const day = group[0]!.record.since
      const first = group.filter(({ record }) => record.since === day)
      return { key, place: findPlaceOfMost(first, day), day, count: first.length }
    })
    .toSorted((one, other) => compareText(one.day, other.day) || other.count - one.count)
}

/** The place of most `registrants`; of equal places, the one with most NPIs of that day, then that of the first registrant. */
function findPlaceOfMost(
  registrants: readonly { readonly place: PlaceOccupants }[],
  day: string,
): PlaceOccupants {
  const places = [...Map.groupBy(registrants, ({ place }) => place)].toSorted(
    ([one, here], [other, there]) => there.length - here.length || countOn(other, day) - countOn(one, day),
  )
  return places[0]![0]
}

function countOn(place: PlaceOccupants, day: string): number {
  return listRegistrants(place).filter(({ since }) => since === day).length
}

function listRegistrants({ organizations, clinicians }: PlaceOccupants): readonly AddressRecord[] {
  return [...organizations, ...clinicians]
}

function createOrganizationUuid({ organizations }: PlaceOccupants): string | null {
  const [first] = organizations.toSorted(compareArrival)
  return first === undefined ? null : locationUuid(getOriginalUnitKey(first), first.who.npi)
}

/** Unique in the building, because the clinicians of a unit without an organization share one place. */
function createCliniciansUuid(
  { clinicians }: PlaceOccupants,
  unitRecords: readonly AddressRecord[],
): string | null {
  const [first] = clinicians.toSorted(compareArrival)
  if (first === undefined) return null
  const unit = unitRecords.map(({ unitKey }) => unitOf(unitKey)).find((name) => name !== '') ?? ''
  return locationUuid(getOriginalUnitKey(first), `clinicians ${unit}`)
}

function createListedUuid({ facilities }: PlaceOccupants): string {
  const [listed] = facilities
    .map((facility) => [getListedIdentifier(facility.who), getOriginalUnitKey(facility)] as const)
    .toSorted(([a, here], [b, there]) => compareText(a, b) || compareText(here, there))
  const [name, key] = listed!
  return locationUuid(key, name)
}

/** An NPI sorts before a certification number and a name. */
function getListedIdentifier({
  certification,
  npi,
  name,
}: PlaceOccupants['facilities'][number]['who']): string {
  if (npi !== null) return npi
  return certification === undefined ? `name ${foldName(name)}` : `certification ${certification}`
}
