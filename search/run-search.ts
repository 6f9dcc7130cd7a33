/** The stages of a search, which both collections share: interpret, match, calibrate, hydrate, describe, fit. */
import type { LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { throwIfExpired } from './deadline.ts'
import { findNearestMiles } from './find-nearest.ts'
import { matchNpi } from './find-npi.ts'
import type { InterpretedSearch } from './interpret-search.ts'
import { pageMeta } from './meta.ts'
import { createNotices } from './notices.ts'
import { type QueryResources, withoutLocations } from './query/query-resources.ts'
import { calibrateScores } from './score-calibration.ts'
import type { SearchContext, SearchOptions } from './search-context.ts'
import type { Matches, Query } from './search-engine.ts'
import { findUnlistedFields } from './unlisted-fields.ts'
import { fitPage, type PageOfJson } from './truncate.ts'

/** The stages that differ between the collections. */
interface Stages<Envelope extends ProviderSearchEnvelope | LocationSearchEnvelope> {
  readonly interpret: (resources: QueryResources) => Promise<InterpretedSearch<Envelope['parameters']>>
  /** Returns the JSON of the cards. */
  readonly hydrate: (matches: Matches, query: Query) => readonly string[]
  readonly truncate: (page: Envelope, budgetBytes: number) => Envelope
}

/** @throws ApiError those of `interpret`, `timeout`, `unavailable` */
export async function runSearch<Envelope extends ProviderSearchEnvelope | LocationSearchEnvelope>(
  { snapshot, engine, resources }: SearchContext,
  { budgetBytes, contacts, resolvePlaces = true, ...deadline }: SearchOptions,
  { interpret, hydrate, truncate }: Stages<Envelope>,
): Promise<PageOfJson<Envelope>> {
  const interpreted = await interpret(resolvePlaces ? resources : withoutLocations(resources))
  const { query, parameters, parsed, carriersWithoutListings } = interpreted
  throwIfExpired(deadline)
  const { offset, limit, geo } = parameters
  const page = { offset, limit }
  const engineMatches = await engine.match(query, page, deadline)
  const scored = parsed === null ? engineMatches : calibrateScores(engineMatches, parsed.evidence)
  const { matches, npiProblem } = matchNpi(parameters.q, query, page, scored, snapshot)
  const isEmpty = matches.hits.length === 0 && offset === 0 && npiProblem === null
  const nearestMiles = isEmpty ? await findNearestMiles(query, engine, deadline) : null
  throwIfExpired(deadline)
  const cards = hydrate(matches, query)
  const meta = {
    ...pageMeta(matches, page, geo, snapshot),
    ...(carriersWithoutListings.length > 0 && { carriers_without_listings: carriersWithoutListings }),
  }
  const unlistedFields =
    parsed === null || query.text === undefined || query.collection !== 'providers'
      ? null
      : findUnlistedFields(
          parsed.namedFields,
          query.text.codes,
          resources.finder.concepts,
          snapshot.suggestions.cliniciansByCode,
        )
  const notices = createNotices(
    {
      q: parameters.q,
      parsed,
      npiProblem,
      unlistedFields,
      geo,
      nearestMiles,
      meta,
      isFilteredByCarriers: query.carriers !== undefined,
    },
    contacts,
  )
  return fitPage({ parameters, meta: { ...meta, notices } }, cards, budgetBytes, truncate)
}
