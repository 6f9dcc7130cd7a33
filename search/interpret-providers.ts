/** Converts a provider search from its parameters to the query of the engine and the echo in the response. */
import { type ProviderSearchEcho } from '@careatlas/contract/envelopes'
import { ApiError } from '@careatlas/contract/errors'
import { type ProviderSearch } from '@careatlas/contract/parameters'
import { quotedValue } from '@careatlas/contract/quoted-value'
import { type FoldedName } from '@careatlas/directory/person-name'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { normalizedNameParameter } from './normalized-name-parameter.ts'
import { resolvedPosition } from './resolved-position.ts'
import { sortAndMode, textMode } from './sort-and-mode.ts'
import type { Query } from './search-engine.ts'
import { type InterpretedText, interpretText } from './interpret-text.ts'
import { scoreThreshold } from './score-threshold.ts'
import type { QueryResources } from './query/query-resources.ts'

export interface InterpretedProviderSearch {
  readonly query: Query
  readonly parameters: ProviderSearchEcho
  readonly parsed: InterpretedText['parsed']
  readonly carriersWithoutListings: string[]
}

/** @throws ApiError `invalid_parameter`, `unknown_zip`, `unknown_carrier` */
export async function interpretProviders(
  request: ProviderSearch,
  served: readonly Carrier[],
  resources: QueryResources,
): Promise<InterpretedProviderSearch> {
  const { q, carriers, limit, offset } = request
  const names = foldedNames(request)
  const question = {
    q,
    collection: 'providers',
    mode: textMode(request.search_mode),
    radiusMiles: request.radius_miles,
  } as const
  const { text, mode, geo, echo, parsed } = await interpretText(
    { ...question, geo: resolvedPosition(request) },
    resources,
  )
  const { sort, search_mode } = sortAndMode(request.sort, mode, {
    named: Object.keys(names).length > 0,
    positioned: geo !== null,
  })
  if (carriers) refuseUnknownCarriers(carriers, served)
  const { carrierHints = [], unknownPayer = null } = parsed?.unapplied ?? {}
  return {
    query: {
      collection: 'providers',
      ...text,
      ...(Object.keys(names).length > 0 && { personName: nameParts(names) }),
      ...(geo && { position: { lat: geo.lat, lng: geo.lng, radiusMiles: geo.radius_miles } }),
      ...(carriers && { carriers }),
      sort,
      threshold: scoreThreshold(search_mode),
    },
    parameters: {
      ...echo,
      ...names,
      ...(geo && { geo }),
      ...(carriers && { carriers }),
      ...(carrierHints.length > 0 && { carrier_hints: [...carrierHints] }),
      ...(unknownPayer !== null && { unresolved_payer: unknownPayer }),
      sort,
      search_mode,
      limit,
      offset,
    },
    parsed,
    carriersWithoutListings: served
      .filter(({ code, provider_count }) => provider_count === 0 && carriers?.includes(code))
      .map(({ code }) => code),
  }
}

type Names = Pick<ProviderSearchEcho, 'first_name' | 'middle_name' | 'last_name'>

function foldedNames({ first_name, middle_name, last_name }: ProviderSearch): Names {
  return {
    ...(first_name !== undefined && { first_name: normalizedNameParameter('first_name', first_name) }),
    ...(middle_name !== undefined && { middle_name: normalizedNameParameter('middle_name', middle_name) }),
    ...(last_name !== undefined && { last_name: normalizedNameParameter('last_name', last_name) }),
  }
}

function nameParts({ first_name, middle_name, last_name }: Names): FoldedName {
  return {
    ...(first_name !== undefined && { first: first_name }),
    ...(middle_name !== undefined && { middle: middle_name }),
    ...(last_name !== undefined && { last: last_name }),
  }
}

/** A misspelled carrier would silently hide clinicians, so the error lists every unknown code. */
function refuseUnknownCarriers(carriers: readonly string[], served: readonly Carrier[]): void {
  const known = new Set(served.map(({ code }) => code))
  const unknown = carriers.filter((code) => !known.has(code))
  if (unknown.length === 0) return
  throw new ApiError(
    'unknown_carrier',
    `carriers must be codes of GET /v1/carriers; got unknown ${unknown.map(quotedValue).join(', ')}.`,
  )
}
