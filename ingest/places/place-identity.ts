/** Identifies the places of a house, so that the `location_uuid` of a place stays the same (decision 25). */
import { unitOf } from '@careatlas/directory/address'
import { locationUuid } from '@careatlas/directory/location-uuid'
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../ordering.ts'
import { compareArrival, writtenKey } from './arrival.ts'
import type { AddressRecord } from './address-record.ts'
import type { PlaceOccupants } from './occupants.ts'

/** One unit of a house: its records and its places. */
export interface OccupiedUnit {
  readonly records: readonly AddressRecord[]
  readonly occupants: readonly PlaceOccupants[]
}

/**
 * The identifier of each place of a house; no two places share one. An address key alone identifies the place with most of the
 * NPIs that wrote it first, so that the names and the spellings of later arrivals change nothing. A place whose address keys
 * all identify other places is identified by the NPI of its first organization, or as the clinicians of its unit; a place of
 * lists alone by the listed NPI, else the certification number, else the name. Registered names are not part of an identifier.
 */
export function placeUuids(units: readonly OccupiedUnit[]): ReadonlyMap<PlaceOccupants, string> {
  const uuids = new Map<PlaceOccupants, string>()
  for (const { key, place } of addressKeys(units.flatMap(({ occupants }) => occupants)))
    if (!uuids.has(place)) uuids.set(place, locationUuid(key, ''))
  for (const { records, occupants } of units)
    for (const place of occupants)
      if (!uuids.has(place))
        uuids.set(place, organizationUuid(place) ?? cliniciansUuid(place, records) ?? listedUuid(place))
  return uuids
}

interface AddressKey {
  readonly key: string
  /** If several places have the key, as for an address without a unit, that of most of its first writers. */
  readonly place: PlaceOccupants
  /** The first day on which an NPI of the house stated it. */
  readonly day: string
  /** The number of NPIs that stated it on that day. */
  readonly count: number
}

/** The address keys of all `places`, the oldest first; of one day, the most common first. */
function addressKeys(places: readonly PlaceOccupants[]): readonly AddressKey[] {
  const writers = places
    .flatMap((place) => npisAt(place).map((npi) => ({ place, npi })))
    .toSorted((one, other) => compareArrival(one.npi, other.npi))
  if (writers.length === 1)
    return writers.map(({ place, npi }) => ({ key: writtenKey(npi), place, day: npi.since, count: 1 }))
  return [...Map.groupBy(writers, ({ npi }) => writtenKey(npi))]
    .map(([key, all]) => {
      const day = all[0]!.npi.since
      const first = all.filter(({ npi }) => npi.since === day)
      return { key, place: placeOfMost(first, day), day, count: first.length }
    })
    .toSorted((one, other) => compareText(one.day, other.day) || other.count - one.count)
}

/** The place of most `writers`; of equal places, the one with most NPIs since that day, then that of the first writer. */
function placeOfMost(writers: readonly { readonly place: PlaceOccupants }[], day: string): PlaceOccupants {
  const places = [...Map.groupBy(writers, ({ place }) => place)].toSorted(
    ([one, here], [other, there]) =>
      there.length - here.length || countSince(other, day) - countSince(one, day),
  )
  return places[0]![0]
}

function countSince(place: PlaceOccupants, day: string): number {
  return npisAt(place).filter(({ since }) => since === day).length
}

function npisAt({ organizations, clinicians }: PlaceOccupants): readonly AddressRecord[] {
  return [...organizations, ...clinicians]
}

function organizationUuid({ organizations }: PlaceOccupants): string | null {
  const [first] = organizations.toSorted(compareArrival)
  return first === undefined ? null : locationUuid(writtenKey(first), first.who.npi)
}

/** Unique in the house, because the clinicians of a unit without an organization share one place. */
function cliniciansUuid({ clinicians }: PlaceOccupants, atUnit: readonly AddressRecord[]): string | null {
  const [first] = clinicians.toSorted(compareArrival)
  if (first === undefined) return null
  const unit = atUnit.map(({ unitKey }) => unitOf(unitKey)).find((one) => one !== '') ?? ''
  return locationUuid(writtenKey(first), `clinicians ${unit}`)
}

function listedUuid({ facilities }: PlaceOccupants): string {
  const [listed] = facilities
    .map((one) => [listedAs(one.who), writtenKey(one)] as const)
    .toSorted(([a, here], [b, there]) => compareText(a, b) || compareText(here, there))
  const [name, key] = listed!
  return locationUuid(key, name)
}

/** In the order of texts, an NPI comes before the other two. */
function listedAs({ certification, npi, name }: PlaceOccupants['facilities'][number]['who']): string {
  if (npi !== null) return npi
  return certification === undefined ? `name ${foldName(name)}` : `certification ${certification}`
}
