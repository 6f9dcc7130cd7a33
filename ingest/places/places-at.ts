/** Which places of care exist in one house: behind each door one for each organization there, or the address alone. */
import { compareText } from '../compare-text.ts'
import type { ComposeContext } from '../compose/context.ts'
import { doorsOf } from './doors.ts'
import { hasMailbox } from './home.ts'
import { isClinician, isFacility, type AddressRecord } from './address-record.ts'
import { placeUuids } from './place-identity.ts'
import { type Place, placeOf } from './place.ts'
import { listedPoint } from './point.ts'
import { tenantsAt } from './tenants.ts'

/** By UUID. All `records` share one `key`, that of their house; their order does not matter. */
export function placesAt(records: readonly AddressRecord[], context: ComposeContext): readonly Place[] {
  const listed = listedPoint(records.filter(isFacility).map(({ who }) => who))
  const around = {
    answered: new Set(records.filter(isClinician).map(({ registered }) => registered.phone)),
    hasMailboxes: records.some(hasMailbox),
  }
  const doors = doorsOf(records).map((atDoor) => ({
    records: atDoor,
    tenants: tenantsAt(atDoor, around),
  }))
  return [...placeUuids(doors)]
    .map(([tenants, uuid]) => placeOf(uuid, tenants, listed, context))
    .toSorted((a, b) => compareText(a.card.location_uuid, b.card.location_uuid))
}
