/** Mail of the armed forces overseas: its cities, its states and its ZIP codes (USPS Publication 28, section 225). */
import type { Address } from '@careatlas/contract/cards'
import { isUnitedStates } from './region.ts'

/** Army, fleet or diplomatic post office as the city, or the Americas, Europe or the Pacific (AA, AE, AP) as the state. */
export function isMilitaryPost(address: Pick<Address, 'city' | 'state' | 'country'>): boolean {
  if (/^[AFD]PO\b/i.test(address.city ?? '')) return true
  return isMilitaryState(address.state) && isUnitedStates(address)
}

/** AA, AE and AP: the Americas, Europe and the Pacific. */
export function isMilitaryState(state: string | null): boolean {
  return /^A[AEP]$/i.test(state ?? '')
}

/** 340 in the Americas, 090 to 098 in Europe, 962 to 966 in the Pacific. */
export function isMilitaryZip(zip: string): boolean {
  return /^(?:340|09[0-8]|96[2-6])/.test(zip)
}
