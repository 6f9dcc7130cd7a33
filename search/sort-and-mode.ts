/** Determines the mode of a search and the order of its hits. */
import type { ProviderSearchEcho, Sort } from '@careatlas/contract/envelopes'
import type { TextMode } from './query/score-concepts.ts'
import type { ProviderSearch } from '@careatlas/contract/parameters'

/**
 * | given                | mode                                       | default order                       |
 * | -------------------- | ------------------------------------------ | ----------------------------------- |
 * | `q`                  | as the text query ran                      | relevance                           |
 * | a name, no `q`       | `name`                                     | distance with a position, else name |
 * | only a position      | `geo`                                      | distance                            |
 *
 * `textMode` is the mode in which the text query ran. It is null for a `q` that consists of a place, which gives a position:
 * no hit is more relevant than another.
 */
export function sortAndMode(
  requested: Sort | undefined,
  textMode: TextMode | null,
  { isNamed, hasPosition }: { readonly isNamed: boolean; readonly hasPosition: boolean },
): Pick<ProviderSearchEcho, 'sort' | 'search_mode'> {
  if (textMode !== null) return { sort: requested ?? 'relevance', search_mode: textMode }
  const sort = requested === 'relevance' ? undefined : requested
  return { sort: sort ?? (hasPosition ? 'distance' : 'name'), search_mode: isNamed ? 'name' : 'geo' }
}

/** The requested mode of the text query; `auto` is `hybrid`. */
export function requestedTextMode(requested: ProviderSearch['search_mode'] = 'auto'): TextMode {
  return requested === 'auto' ? 'hybrid' : requested
}
