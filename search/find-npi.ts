/** Searches whose whole text is an NPI: the clinician, or the places of the organization, with this NPI. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { isNpi, type Npi } from '@careatlas/directory/npi'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'
import type { CardReader } from './search-context.ts'
import type { Hit, Matches, PageRange, Query } from './search-engine.ts'

/** The matches, and the reason why the record of the NPI is not among them: null if it is, or if `q` is not an NPI. */
export interface NpiMatches {
  readonly matches: Matches
  readonly npiProblem: string | null
}

/**
 * If `q` is an NPI, only its records match, if they match the position and the carriers of the query. The name parameters do not filter
 * them.
 */
export function matchNpi(
  q: string | undefined,
  query: Query,
  { offset, limit }: PageRange,
  matches: Matches,
  snapshot: CardReader,
): NpiMatches {
  const npi = q?.trim() ?? ''
  if (!isNpi(npi)) return { matches, npiProblem: checkDigitProblem(npi) }
  const found = query.collection === 'providers' ? findProvider : findLocations
  const hits = found(npi, query, snapshot)
  return {
    matches: {
      ...matches,
      hits: hits.slice(offset, offset + limit),
      hasMore: hits.length > offset + limit,
      filtered: false,
    },
    npiProblem: hits.length > 0 ? null : describeAbsence(npi, query, snapshot),
  }
}

function checkDigitProblem(text: string): string | null {
  if (!/^\d{10}$/.test(text)) return null
  return `${text} is not an NPI: it fails the check digit. Check the number.`
}

function findProvider(npi: Npi, { position, carriers }: Query, snapshot: CardReader): readonly Hit[] {
  const [json = null] = snapshot.cards('providers', [npi])
  if (json === null) return []
  const card = JSON.parse(json) as ProviderCard
  if (carriers !== undefined && !card.carriers.some(({ code }) => carriers.includes(code))) return []
  return toHits(
    npi,
    card.practice_locations.filter(({ active }) => active),
    position,
  )
}

/** The places that the NPI is the main registration of come first, then the nearest. */
function findLocations(npi: Npi, { position }: Query, snapshot: CardReader): readonly Hit[] {
  const status = snapshot.registryStatus(npi)
  if (status?.status !== 'organization') return []
  const found = snapshot.cards('locations', status.locationUuids).flatMap((json) => {
    if (json === null) return []
    const card = JSON.parse(json) as LocationCard
    const isMain = card.organization_npi === npi
    return toHits(card.location_uuid, [card], position).map((hit) => ({ hit, isMain }))
  })
  return found
    .toSorted(
      (a, b) =>
        Number(b.isMain) - Number(a.isMain) || (a.hit.distanceMiles ?? 0) - (b.hit.distanceMiles ?? 0),
    )
    .map(({ hit }) => hit)
}

type Place = Pick<LocationCard, 'lat' | 'lng'>

/** One hit, or none if no place is within the radius. */
function toHits(id: string, places: readonly Place[], position: Query['position']): readonly Hit[] {
  if (position === undefined) return [{ id, score: 1, distanceMiles: null }]
  const nearest = nearestMiles(places, position)
  return nearest <= position.radiusMiles ? [{ id, score: 1, distanceMiles: nearest }] : []
}

/** Infinity if no place has a point. */
function nearestMiles(places: readonly Place[], position: Point): number {
  const miles = places.flatMap(({ lat, lng }) =>
    lat !== null && lng !== null ? [distanceMiles(position, { lat, lng })] : [],
  )
  return Math.min(...miles)
}

function describeAbsence(npi: Npi, { collection }: Query, snapshot: CardReader): string {
  const isClinician = snapshot.cards('providers', [npi])[0] !== null
  if (isClinician)
    return collection === 'providers'
      ? `The clinician with the NPI ${npi} is listed, but does not match the area or the carriers of this search.`
      : `${npi} is the NPI of a clinician. Search clinicians for it.`
  return describeStatus(npi, collection, snapshot.registryStatus(npi))
}

function describeStatus(npi: Npi, collection: Query['collection'], status: RegistryStatus | null): string {
  switch (status?.status) {
    case 'deactivated':
      return `The registry deactivated the NPI ${npi}${status.since === null ? '' : ` on ${status.since}`}.`
    case 'organization':
      if (status.locationUuids.length === 0)
        return `${npi} is the NPI of an organization without a known place of care.`
      return collection === 'providers'
        ? `${npi} is the NPI of an organization. Search places of care for it.`
        : `The places of the organization with the NPI ${npi} are listed, but none is in the area of this search.`
    case 'outside_coverage':
      return `The NPI ${npi} practices outside the regions that this directory serves.`
    case undefined:
      return `The registry files of this directory do not contain the NPI ${npi}.`
  }
}
