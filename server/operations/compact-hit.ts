/** Shortens the card of a search hit to what a model needs to choose one. */
import type { LocationHit, PracticeLocation, ProviderHit } from '@careatlas/contract/cards'
import type { CompactLocation, CompactProvider } from '@careatlas/contract/mcp-tools'
import type * as z from 'zod'

const carriersMax = 10

/** `Omit` would lose the known members of an open object. */
type WithoutUrl<Hit> = {
  [Member in keyof Hit as string extends Member ? never : Member extends 'url' ? never : Member]: Hit[Member]
}

/** @param filter the codes of the request, which come first */
export function compactProvider(
  hit: ProviderHit,
  filter: readonly string[] = [],
): WithoutUrl<z.infer<typeof CompactProvider>> {
  const codes = hit.carriers.map(({ code }) => code)
  const place = nearestPlace(hit.practice_locations)
  return {
    npi: hit.npi,
    name: hit.name.display,
    specialty: (hit.specialties.find(({ primary }) => primary) ?? hit.specialties[0])?.name ?? null,
    short_biography: hit.short_biography,
    languages: hit.languages,
    carriers: [
      ...codes.filter((code) => filter.includes(code)),
      ...codes.filter((code) => !filter.includes(code)),
    ].slice(0, carriersMax),
    location: place === null ? null : compactPlace(place),
    location_count: hit.practice_location_count ?? hit.practice_locations.length,
    score: roundScore(hit.score),
    ...(hit.distance_miles !== undefined && { distance_miles: hit.distance_miles }),
  }
}

export function compactLocation(hit: LocationHit): WithoutUrl<z.infer<typeof CompactLocation>> {
  return {
    ...compactPlace(hit),
    line_1: hit.address.line_1,
    focus: hit.clinical_focus.primary,
    summary: hit.summary,
    languages: hit.languages,
    provider_count: hit.provider_count,
    score: roundScore(hit.score),
    ...(hit.distance_miles !== undefined && { distance_miles: hit.distance_miles }),
  }
}

/** Three decimals are one token, and enough to compare hits. */
function roundScore(score: number | null): number | null {
  return score === null ? null : Math.round(score * 1000) / 1000
}

function compactPlace({
  location_uuid,
  name,
  address: { city, state, postal_code },
  phone,
}: Pick<PracticeLocation, 'location_uuid' | 'name' | 'address' | 'phone'>) {
  return { location_uuid, name, city, state, postal_code, phone }
}

/** The nearest place, without distances the primary one. */
export function nearestPlace(places: readonly PracticeLocation[]): PracticeLocation | null {
  const primaryFirst = places.toSorted((a, b) => Number(b.primary) - Number(a.primary))
  const byDistance = primaryFirst.toSorted(
    (a, b) => (a.distance_miles ?? Infinity) - (b.distance_miles ?? Infinity) || 0,
  )
  return byDistance[0] ?? null
}
