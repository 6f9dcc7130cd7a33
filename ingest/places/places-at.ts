/** Makes the places of care in one house: in each unit, one for each organization, or one for the address alone. */
import { houseNumberIn } from '@careatlas/directory/street-parts'
import { compareText } from '../ordering.ts'
import type { ComposeContext } from '../compose/context.ts'
import { groupByUnit } from './group-by-unit.ts'
import { hasMailbox, isOneHousehold } from './private-residence.ts'
import { isClinician, isFacility, type AddressRecord } from './address-record.ts'
import { placeUuids } from './place-identity.ts'
import { type Place, placeOf } from './place.ts'
import { listedPoint } from './point.ts'
import { occupantsAt } from './occupants.ts'

/** Returns the places ordered by UUID. All `records` have the key of one house; their order does not matter. */
export function placesAt(records: readonly AddressRecord[], context: ComposeContext): readonly Place[] {
  const listed = listedPoint(records.filter(isFacility).map(({ who }) => who))
  const around = {
    answered: new Set(records.filter(isClinician).map(({ registered }) => registered.phone)),
    hasMailboxes: records.some(hasMailbox),
  }
  const units = groupByUnit(records).map((atUnit) => ({
    records: atUnit,
    occupants: occupantsAt(atUnit, {
      ...around,
      alone: isOneHousehold(hasHouseNumber(records) ? records : atUnit),
    }),
  }))
  return [...placeUuids(units)]
    .map(([occupants, uuid]) => placeOf(uuid, occupants, listed, context))
    .toSorted((a, b) => compareText(a.card.location_uuid, b.card.location_uuid))
}

/** False for `URB LAS LOMAS #12 CALLE SOL`, whose key has the number of the house as a unit. */
function hasHouseNumber(records: readonly AddressRecord[]): boolean {
  return records.some(({ buildingKey }) => houseNumberIn(buildingKey.split('|', 1)[0]!) !== null)
}
