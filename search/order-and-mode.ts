/** Which way a search runs and in which order its hits come. */
import type { SearchModeUsed, Sort } from '@careatlas/contract/envelopes'

interface Order {
  readonly sort: Sort
  readonly search_mode: SearchModeUsed
}

/**
 * | given                  | mode      | default order                      |
 * | ---------------------- | --------- | ---------------------------------- |
 * | `q`, whatever else     | `lexical` | relevance                          |
 * | a name, no `q`         | `name`    | distance with a position, else name |
 * | a position alone       | `geo`     | distance                           |
 *
 * Text is compared by its words, whichever mode was asked for: there is no leg for meaning.
 */
export function orderAndMode(
  { q, sort }: { readonly q?: string | undefined; readonly sort?: Sort | undefined },
  { named, positioned }: { readonly named: boolean; readonly positioned: boolean },
): Order {
  if (q !== undefined) return { sort: sort ?? 'relevance', search_mode: 'lexical' }
  return { sort: sort ?? (positioned ? 'distance' : 'name'), search_mode: named ? 'name' : 'geo' }
}
