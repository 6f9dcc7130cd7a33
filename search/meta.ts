/** What a page says about itself before it is fitted to the response budget. */
import { region, type SearchMeta } from '@careatlas/contract/envelopes'
import { filterResultsMax, textResultsMax } from '@careatlas/contract/parameters'
import type { Matches, PageRange } from './search-engine.ts'

/** `has_more` speaks of what a next page may still reach, so it ends with the search window. */
export function pageMeta(
  { hits, total, hasMore, filtered }: Matches,
  page: PageRange,
  data_as_of: string,
): SearchMeta {
  const { limit, offset } = page
  const reach = total === null ? textResultsMax : filterResultsMax
  return {
    limit,
    offset,
    count: hits.length,
    ...(total !== null && { total }),
    has_more: hasMore && offset + hits.length < reach,
    filtered,
    truncated: false,
    region,
    data_as_of,
  }
}
