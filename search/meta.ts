/** The metadata of a page before truncation. */
import { type Geo, region, type SearchMeta } from '@careatlas/contract/envelopes'
import { filterResultsMax, textResultsMax } from '@careatlas/contract/paging-limits'
import { computeCoverage } from './coverage.ts'
import type { CardReader } from './search-context.ts'
import type { Matches, PageRange } from './search-engine.ts'

/** The metadata without notices. `has_more` is false at the end of the paging window. */
export function pageMeta(
  { hits, total, hasMore, filtered }: Matches,
  page: PageRange,
  geo: Geo | undefined,
  { manifest, regions }: Pick<CardReader, 'manifest' | 'regions'>,
): Omit<SearchMeta, 'notices'> {
  const { limit, offset } = page
  const isAtEnd = offset + hits.length >= (total === null ? textResultsMax : filterResultsMax)
  return {
    limit,
    offset,
    count: hits.length,
    ...(total !== null && { total }),
    has_more: hasMore && !isAtEnd,
    ...(hasMore && isAtEnd && { window_reached: true as const }),
    filtered,
    truncated: false,
    region,
    data_as_of: manifest.data_as_of,
    ...(geo && { coverage: computeCoverage(geo, regions) }),
  }
}
