/** The metadata of a page before truncation. */
import { region, type SearchMeta } from '@careatlas/contract/envelopes'
import { filterResultsMax, textResultsMax } from '@careatlas/contract/parameters'
import type { Matches, PageRange } from './search-engine.ts'

/** `has_more` is false at the end of the result window. */
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
