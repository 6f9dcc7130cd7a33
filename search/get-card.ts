/** Looks up the card of a provider or a location by its identifier. */
import { ApiError } from '@careatlas/contract/errors'
import type { Npi } from '@careatlas/directory/npi'
import type { FormerLocation, RegistryStatus } from '@careatlas/directory/snapshot/format'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'

/**
 * Returns the JSON of a ProviderCard.
 * @throws ApiError `provider_not_found`, `outside_coverage`, `provider_deactivated`
 */
export function getProvider(npi: Npi, snapshot: Pick<Snapshot, 'providerCard' | 'registryStatus'>): string {
  const card = snapshot.providerCard(npi)
  if (card === null) throw notFoundError(npi, snapshot.registryStatus(npi))
  return card
}

function notFoundError(npi: Npi, registry: RegistryStatus | null): ApiError {
  switch (registry?.status) {
    case 'deactivated':
      return new ApiError(
        'provider_deactivated',
        `The registry deactivated ${npi}${formatDate(registry.since)}.`,
      )
    case 'organization':
      return new ApiError(
        'provider_not_found',
        `${npi} is an organization, not a clinician${formatLocations(registry.locationUuids)}.`,
      )
    case 'outside_coverage':
      return new ApiError('outside_coverage', `${npi} practices outside the served regions; see /v1/regions.`)
    case undefined:
      return new ApiError(
        'provider_not_found',
        `The registry files of this directory do not contain the NPI ${npi}.`,
      )
  }
}

function formatDate(date: string | null): string {
  return date === null ? '; it does not say when' : ` on ${date}`
}

function formatLocations(uuids: readonly string[]): string {
  return uuids.length === 0
    ? ' without a known location'
    : `; see /v1/locations/${uuids.join(', /v1/locations/')}`
}

// Locations

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
  throw new ApiError('location_removed', removalMessage(former))
}

function removalMessage({ reason, npi, elsewhere, day }: Extract<FormerLocation, { heir: null }>): string {
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
