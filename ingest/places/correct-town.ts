/** Corrects or rejects a listing if all registrants with its house number and street are in another town. */
import { normalizeAddress } from '@careatlas/directory/address'
import type { Listing } from './listing.ts'
import type { Neighborhood, OtherTown } from './neighbors.ts'
import { areApart, areCitiesApart } from './town.ts'

/**
 * Returns `listings`, some with the city and ZIP code of their neighbors: if these are in a distant ZIP code of the same city, or
 * if a neighbor within five miles has the telephone number of the listing. `misplaced` listings have neighbors in another, distant
 * city, and are returned unchanged.
 */
export function correctTown(
  listings: readonly Listing[],
  neighborhood: Neighborhood,
): { readonly listings: readonly Listing[]; readonly misplaced: ReadonlySet<Listing> } {
  const misplaced = new Set<Listing>()
  const corrected = listings.map((listing) => {
    const other = neighborhood.findOtherTown(listing)
    if (other === null) return listing
    const listed = normalizeAddress(listing.fact.practice.address)
    const apart = areApart(listed, other)
    if (apart && areCitiesApart(listed.city, other.city)) misplaced.add(listing)
    else if (apart || other.phoneMatches) return moveToTown(other, listing)
    return listing
  })
  return { listings: corrected, misplaced }
}

function moveToTown({ zip5, city }: OtherTown, listing: Listing): Listing {
  const { fact } = listing
  const address = { ...fact.practice.address, city, postal_code: zip5 }
  return { ...listing, fact: { ...fact, practice: { ...fact.practice, address } } }
}
