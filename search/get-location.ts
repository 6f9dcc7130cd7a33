/** Looks up a place of care by its identifier: returns the finished card, or the identifier of its successor. */
import { ApiError } from '@careatlas/contract/errors'
import type { FormerLocation } from '@careatlas/directory/snapshot/format'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'

/** `card` is the JSON of a LocationCard; `heir` is the identifier of the place that replaces a former one. */
export type FoundLocation = { readonly card: string } | { readonly heir: string }

/**
 * @param uuid in lower case
 * @throws ApiError `location_removed`, `location_not_found`
 */
export function getLocation(
  uuid: string,
  snapshot: Pick<Snapshot, 'locationCard' | 'formerLocation'>,
): FoundLocation {
  const card = snapshot.locationCard(uuid)
  if (card !== null) return { card }
  const former = snapshot.formerLocation(uuid)
  if (former === null) throw new ApiError('location_not_found', `No location has the identifier ${uuid}.`)
  if (former.heir !== null) return { heir: former.heir }
  throw new ApiError('location_removed', removalOf(former))
}

function removalOf({ reason, npi, elsewhere, day }: Extract<FormerLocation, { heir: null }>): string {
  const since = `since the data of ${day}`
  switch (reason) {
    case 'organization_deactivated':
      return `The registry has deactivated the organization ${npi} of this location, ${since}.`
    case 'organization_moved':
      return `The organization ${npi} of this location has been registered elsewhere, ${since}; see /v1/locations/${elsewhere}.`
    case 'clinicians_left':
      return `No clinician has been registered at this location, ${since}.`
    case 'outside_coverage':
      return `This location has been outside the served regions, ${since}; see /v1/regions.`
    case 'not_listed':
      return `No source has named this location, ${since}.`
  }
}
