/** Which way a search runs and in which order its hits come. */
import type { SearchModeUsed, Sort } from '@careatlas/contract/envelopes'
import type { TextMode } from './query/score-concepts.ts'
import type { ProviderSearch } from '@careatlas/contract/parameters'

interface Order {
  readonly sort: Sort
  readonly search_mode: SearchModeUsed
}

/**
 * | given                | mode                                       | default order                       |
 * | -------------------- | ------------------------------------------ | ----------------------------------- |
 * | `q`, whatever else   | as the question ran                        | relevance                           |
 * | a name, no `q`       | `name`                                     | distance with a position, else name |
 * | a position alone     | `geo`                                      | distance                            |
 *
 * A `q` that names a place and nothing else gives a position: `ran` is null, and nothing is more relevant than another.
 */
export function sortAndMode(
  requested: Sort | undefined,
  ran: TextMode | null,
  { named, positioned }: { readonly named: boolean; readonly positioned: boolean },
): Order {
  if (ran !== null) return { sort: requested ?? 'relevance', search_mode: ran }
  const sort = requested === 'relevance' ? undefined : requested
  return { sort: sort ?? (positioned ? 'distance' : 'name'), search_mode: named ? 'name' : 'geo' }
}

type RequestedMode = NonNullable<ProviderSearch['search_mode']>

/** How a question is to be compared. */
export function textMode(requested: RequestedMode = 'auto'): TextMode {
  return requested === 'auto' ? 'hybrid' : requested
}
