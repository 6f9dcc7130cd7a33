/** `GET /v1/providers/{npi}` */
import { DirectoryError } from '@careatlas/contract/errors'
import { parseParameters } from '@careatlas/contract/parse-parameters'
import { type Npi, parseNpi } from '@careatlas/directory/npi'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'
import { canonicalRequest } from '@careatlas/search/etag'
import type { Generation } from '../generation.ts'
import { detailEnvelope } from './detail-envelope.ts'
import { type Endpoint, pathPart, searchOf } from './endpoint.ts'

export const getProvider: Endpoint = (request) => {
  const npi = parseNpi(pathPart(request, 'npi'))
  const search = searchOf(request.raw)
  if (search !== '') parseParameters('getProvider', search)
  const canonical = canonicalRequest(`getProvider ${npi}`)
  return { canonical, answer: (generation) => generation.body(canonical, () => cardOf(npi, generation)) }
}

function cardOf(npi: Npi, { snapshot }: Generation): string {
  const card = snapshot.providerCard(npi)
  if (card === null) throw absence(npi, snapshot.registryStatus(npi))
  return detailEnvelope(card)
}

/** Why there is no card, as far as the registry says. */
function absence(npi: Npi, registry: RegistryStatus | null): DirectoryError {
  if (registry?.status === 'deactivated') {
    return new DirectoryError(
      'provider_deactivated',
      `The registry deactivated ${npi}${since(registry.since)}.`,
    )
  }
  if (registry?.status === 'organization') {
    const message = `${npi} is an organisation, not a clinician${places(registry.locationUuids)}.`
    return new DirectoryError('provider_not_found', message)
  }
  if (registry?.status === 'outside_coverage') {
    return new DirectoryError(
      'outside_coverage',
      `${npi} practices outside the served regions; see /v1/regions.`,
    )
  }
  return new DirectoryError('provider_not_found', `No provider has the NPI ${npi}.`)
}

function since(date: string | null): string {
  return date === null ? '; it does not say when' : ` on ${date}`
}

function places(uuids: readonly string[]): string {
  return uuids.length === 0
    ? ' without a known location'
    : `; see /v1/locations/${uuids.join(', /v1/locations/')}`
}
