/** Corrects or rejects listings of a house if all registrants on its street have the house in another town. */
import { normalizeAddress } from '@careatlas/directory/address'
import type { Listing } from './listing.ts'
import type { Neighborhood, OtherTown } from './neighbors.ts'
import { areApart, areCitiesApart } from './town.ts'

/**
 * Returns `listings` with the city and ZIP code of their neighbors, if these are a distant ZIP code of the same city, or if a
 * neighbor within five miles has the telephone number of the listing. `astray` are listings in another, distant city; they are
 * returned unchanged.
 */
export function correctTown(
  listings: readonly Listing[],
  neighborhood: Neighborhood,
): { readonly listings: readonly Listing[]; readonly astray: ReadonlySet<Listing> } {
  const astray = new Set<Listing>()
  const corrected = listings.map((listing) => {
    const there = neighborhood.otherTown(listing)
    if (there === null) return listing
    const here = normalizeAddress(listing.fact.practice.address)
    const apart = areApart(here, there)
    if (apart && areCitiesApart(here.city, there.city)) astray.add(listing)
    else if (apart || there.answers) return inTown(there, listing)
    return listing
  })
  return { listings: corrected, astray }
}

function inTown({ zip5, city }: OtherTown, listing: Listing): Listing {
  const { fact } = listing
  const address = { ...fact.practice.address, city, postal_code: zip5 }
  return { ...listing, fact: { ...fact, practice: { ...fact.practice, address } } }
}
