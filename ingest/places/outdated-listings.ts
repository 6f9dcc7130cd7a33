/** Finds outdated listings: the NPI has since been registered in another building, so the organization has moved. */
import { normalizeAddress } from '@careatlas/directory/address'
import { isLater } from '../ordering.ts'
import { houseNumber, isThirdPartyList, type Listing } from './listing.ts'

/**
 * Returns third-party listings without a date, or with a date before the registration, if no registered address of the NPI has
 * the listed house number. A registration before `recentSince` is itself too old to be evidence.
 */
export function findOutdatedListings(
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
        isAtOtherNumber(listing),
    ),
  )
}

function isAtOtherNumber({ fact, registeredAt }: Listing): boolean {
  const listed = houseNumber(normalizeAddress(fact.practice.address))
  const registered = registeredAt.map((address) => houseNumber(normalizeAddress(address)))
  return (
    listed !== null &&
    registered.length > 0 &&
    registered.every((number) => number !== null && number !== listed)
  )
}
