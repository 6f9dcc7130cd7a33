/** Composes the places of care in one building: in each unit, one for each organization, or one without an organization. */
import { houseNumberIn } from '@careatlas/directory/street-parts'
import { compareText } from '../ordering.ts'
import type { ComposeContext } from '../compose/context.ts'
import { groupByUnit } from './group-by-unit.ts'
import { hasMailbox, isHouseholdBuilding } from './private-residence.ts'
import { isClinician, isFacility, type AddressRecord } from './address-record.ts'
import { assignPlaceUuids } from './place-identity.ts'
import { type Place, composePlace } from './place.ts'
import { selectListedPoint } from './point.ts'
import { groupOccupants } from './occupants.ts'

/** Returns the places sorted by UUID. All `records` have the key of one building; their order does not matter. */
export function composePlaces(records: readonly AddressRecord[], context: ComposeContext): readonly Place[] {
  const listed = selectListedPoint(records.filter(isFacility).map(({ who }) => who))
  const building = {
    clinicianPhones: new Set(records.filter(isClinician).map(({ registered }) => registered.phone)),
    hasMailboxes: records.some(hasMailbox),
  }
  const units = groupByUnit(records).map((unitRecords) => ({
    records: unitRecords,
    occupants: groupOccupants(unitRecords, {
      ...building,
      isHouseholdBuilding: isHouseholdBuilding(hasHouseNumber(records) ? records : unitRecords),
    }),
  }))
  return [...assignPlaceUuids(units)]
    .map(([occupants, uuid]) => composePlace(uuid, occupants, listed, context))
    .toSorted((a, b) => compareText(a.card.location_uuid, b.card.location_uuid))
}

/** Whether the key has a house number; `URB LAS LOMAS #12 CALLE SOL` has it as a unit. */
function hasHouseNumber(records: readonly AddressRecord[]): boolean {
  return records.some(({ buildingKey }) => houseNumberIn(buildingKey.split('|', 1)[0]!) !== null)
}
