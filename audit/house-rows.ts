/** Rows of lists and of organizations that speak of one house. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { Context } from './context.ts'
import type { Facility } from './facility-lists.ts'

/** Rows of lists in the house of a place on a card. */
export function facilitiesAt(
  { address, name, phone }: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  { evidence }: Context,
): readonly Facility[] {
  return evidence.facilities.at(address, name, phone === null ? [] : [nationalDigits(phone)])
}

export function nationalDigits(phone: string): string {
  return phone.startsWith('+1') ? phone.slice(2) : phone.slice(1)
}

/** Names in rows of the organization that the place belongs to, and in lists of the house. */
export function organizationNamesAt(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  npi: string | null,
  context: Context,
): readonly string[] {
  const { evidence } = context
  const listed = [...facilitiesAt(located, context), ...(npi === null ? [] : evidence.facilities.ofNpi(npi))]
  return [...(npi === null ? [] : evidence.of(npi).organizationNames()), ...listed.map(({ name }) => name)]
}
