/** Which way a search runs and in which order its hits come. */
import type { SearchModeUsed, Sort } from '@careatlas/contract/envelopes'
import type { TextMode } from './understanding/weigh-concepts.ts'
import type { ProviderSearch } from '@careatlas/contract/parameters'

interface Order {
  readonly sort: Sort
  readonly search_mode: SearchModeUsed
}

/**
 * | given                | mode                                       | default order                       |
 * | -------------------- | ------------------------------------------ | ----------------------------------- |
 * | `q`, whatever else   | `hybrid`, or `semantic` or `lexical` if asked | relevance                           |
 * | a name, no `q`       | `name`                                     | distance with a position, else name |
 * | a position alone     | `geo`                                      | distance                            |
 */
export function orderAndMode(
  {
    q,
    sort,
    search_mode,
  }: {
    readonly q?: string | undefined
    readonly sort?: Sort | undefined
    readonly search_mode?: AskedMode | undefined
  },
  { named, positioned }: { readonly named: boolean; readonly positioned: boolean },
): Order {
  if (q !== undefined) return { sort: sort ?? 'relevance', search_mode: textMode(search_mode) }
  return { sort: sort ?? (positioned ? 'distance' : 'name'), search_mode: named ? 'name' : 'geo' }
}

type AskedMode = NonNullable<ProviderSearch['search_mode']>

/** How a question is to be compared. */
export function textMode(asked: AskedMode = 'auto'): TextMode {
  return asked === 'auto' ? 'hybrid' : asked
}
