/** Whether the ZIP code and the state of an address contradict each other, so that it cannot be placed on a map. */
import type { Address } from '@careatlas/contract/cards'
import { isMilitaryState, isMilitaryZip } from './military-mail.ts'
import { isUnitedStates, regionOf, regionsOfZip } from './region.ts'

export type AddressConflict = 'zip_in_another_state'

/**
 * Null if the state or the ZIP code is missing, or if no state has the prefix of the ZIP code. Military mail counts as a state:
 * `AE` with a ZIP code of Georgia is a conflict, and so is Georgia with a ZIP code of military mail.
 */
export function addressConflict(address: Address): AddressConflict | null {
  const zip = isUnitedStates(address) ? /^\d{5}/.exec(address.postal_code ?? '')?.[0] : undefined
  if (zip === undefined) return null
  const region = regionOf(address)
  const isMilitary = isMilitaryZip(zip)
  const zipRegions = regionsOfZip(zip)
  const differs =
    region === null
      ? isMilitaryState(address.state) && !isMilitary && zipRegions.length > 0
      : isMilitary || (zipRegions.length > 0 && !zipRegions.includes(region.code))
  return differs ? 'zip_in_another_state' : null
}
