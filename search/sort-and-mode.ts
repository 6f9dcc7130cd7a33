/** Determines the mode of a search and the order of its hits. */
import type { ProviderSearchEcho, Sort } from '@careatlas/contract/envelopes'
import type { TextMode } from './query/score-concepts.ts'
import type { ProviderSearch } from '@careatlas/contract/parameters'

/**
 * | given                | mode                                       | default order                       |
 * | -------------------- | ------------------------------------------ | ----------------------------------- |
 * | `q`, with or without | as the text query ran                      | relevance                           |
 * | a name, no `q`       | `name`                                     | distance with a position, else name |
 * | only a position      | `geo`                                      | distance                            |
 *
 * A `q` that consists of a place gives a position: `ran` is null, and no hit is more relevant than another.
 */
export function sortAndMode(
  requested: Sort | undefined,
  ran: TextMode | null,
  { named, positioned }: { readonly named: boolean; readonly positioned: boolean },
): Pick<ProviderSearchEcho, 'sort' | 'search_mode'> {
  if (ran !== null) return { sort: requested ?? 'relevance', search_mode: ran }
  const sort = requested === 'relevance' ? undefined : requested
  return { sort: sort ?? (positioned ? 'distance' : 'name'), search_mode: named ? 'name' : 'geo' }
}

/** The requested way to compare a query. */
export function textMode(requested: ProviderSearch['search_mode'] = 'auto'): TextMode {
  return requested === 'auto' ? 'hybrid' : requested
}
