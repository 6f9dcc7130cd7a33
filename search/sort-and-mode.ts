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
  asked: Sort | undefined,
  ran: TextMode | null,
  { named, positioned }: { readonly named: boolean; readonly positioned: boolean },
): Order {
  if (ran !== null) return { sort: asked ?? 'relevance', search_mode: ran }
  const sort = asked === 'relevance' ? undefined : asked
  return { sort: sort ?? (positioned ? 'distance' : 'name'), search_mode: named ? 'name' : 'geo' }
}

type AskedMode = NonNullable<ProviderSearch['search_mode']>

/** How a question is to be compared. */
export function textMode(asked: AskedMode = 'auto'): TextMode {
  return asked === 'auto' ? 'hybrid' : asked
}
