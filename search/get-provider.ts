/** Looks up a clinician by NPI: returns the finished card, or throws what the registry says. */
import { ApiError } from '@careatlas/contract/errors'
import type { Npi } from '@careatlas/directory/npi'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'

/**
 * JSON of a ProviderCard.
 * @throws ApiError `provider_not_found`, `outside_coverage`, `provider_deactivated`
 */
export function getProvider(npi: Npi, snapshot: Pick<Snapshot, 'providerCard' | 'registryStatus'>): string {
  const card = snapshot.providerCard(npi)
  if (card === null) throw absence(npi, snapshot.registryStatus(npi))
  return card
}

function absence(npi: Npi, registry: RegistryStatus | null): ApiError {
  switch (registry?.status) {
    case 'deactivated':
      return new ApiError('provider_deactivated', `The registry deactivated ${npi}${since(registry.since)}.`)
    case 'organization':
      return new ApiError(
        'provider_not_found',
        `${npi} is an organization, not a clinician${places(registry.locationUuids)}.`,
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

function since(date: string | null): string {
  return date === null ? '; it does not say when' : ` on ${date}`
}

function places(uuids: readonly string[]): string {
  return uuids.length === 0
    ? ' without a known location'
    : `; see /v1/locations/${uuids.join(', /v1/locations/')}`
}
