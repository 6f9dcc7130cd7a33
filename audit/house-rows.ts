/** Rows of lists and of organizations in one house. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { Context } from './context.ts'
import type { Facility } from './facility-lists.ts'

/** Rows of facility lists in the house of a place. */
export function facilitiesAt(
  { address, name, phone }: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  { evidence }: Context,
): readonly Facility[] {
  return evidence.facilities.at(address, name, phone === null ? [] : [nationalDigits(phone)])
}

export function nationalDigits(phone: string): string {
  return phone.startsWith('+1') ? phone.slice(2) : phone.slice(1)
}

/** Names from the rows of the place's organization, and from facility lists of the house. */
export function organizationNamesAt(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  npi: string | null,
  context: Context,
): readonly string[] {
  const { evidence } = context
  const listed = [...facilitiesAt(located, context), ...(npi === null ? [] : evidence.facilities.ofNpi(npi))]
  return [...(npi === null ? [] : evidence.of(npi).organizationNames()), ...listed.map(({ name }) => name)]
}
