/** Finds the clinician whose NPI is the whole query. */
import type { ProviderCard } from '@careatlas/contract/cards'
import { distanceMiles } from '@careatlas/directory/distance'
import { isNpi } from '@careatlas/directory/npi'
import type { CardReader } from './search-context.ts'
import type { Hit, Matches, PageRange, Query } from './search-engine.ts'

/**
 * Puts the clinician whose NPI is `q` first, if that clinician matches the position and the carriers of the query. The name
 * parameters do not filter this hit.
 */
export function withNpiFirst(
  q: string | undefined,
  query: Query,
  page: PageRange,
  matches: Matches,
  snapshot: CardReader,
): Matches {
  const npi = q?.trim() ?? ''
  if (page.offset > 0 || !isNpi(npi)) return matches
  const hit = findHit(npi, query, snapshot)
  if (hit === null) return matches
  const others = matches.hits.filter(({ id }) => id !== npi)
  return {
    ...matches,
    hits: [hit, ...others].slice(0, page.limit),
    hasMore: matches.hasMore || others.length >= page.limit,
  }
}

/** Null if no such clinician matches. */
function findHit(npi: string, { position, carriers }: Query, snapshot: CardReader): Hit | null {
  const [json = null] = snapshot.cards('providers', [npi])
  if (json === null) return null
  const card = JSON.parse(json) as ProviderCard
  if (carriers !== undefined && !card.carriers.some(({ code }) => carriers.includes(code))) return null
  if (position === undefined) return { id: npi, score: 1, distanceMiles: null }
  const miles = card.practice_locations.flatMap(({ active, lat, lng }) =>
    active && lat !== null && lng !== null ? [distanceMiles(position, { lat, lng })] : [],
  )
  const nearest = Math.min(...miles)
  return nearest <= position.radiusMiles ? { id: npi, score: 1, distanceMiles: nearest } : null
}
