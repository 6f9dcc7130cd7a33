/** Listings whose NPI has been registered in another house since: the organization moved, and the list does not know. */
import { normalizeAddress } from '@careatlas/directory/address'
import { isLater } from '../ordering.ts'
import { houseNumber } from './house-number.ts'
import { isThirdPartyList, type Listing } from './listing.ts'

/**
 * Those of a list that is older than the registration, or of no known day, if no registration places the NPI in a house of
 * the listed number. A registration before `recentSince` says no more than the list.
 */
export function outdatedListings(
  listings: readonly Listing[],
  recentSince: string | null,
): ReadonlySet<Listing> {
  return new Set(
    listings.filter(
      (listing) =>
        isThirdPartyList(listing.fact) &&
        listing.registeredOn !== undefined &&
        !isLater(recentSince, listing.registeredOn) &&
        isLater(listing.registeredOn, listing.fact.asOf) &&
        isInAnotherHouse(listing),
    ),
  )
}

function isInAnotherHouse({ fact, registeredAt }: Listing): boolean {
  const listed = houseNumber(normalizeAddress(fact.practice.address))
  const registered = registeredAt.map((address) => houseNumber(normalizeAddress(address)))
  return listed !== null && registered.length > 0 && registered.every((one) => one !== null && one !== listed)
}
