/** How much of the area around a position the directory serves. */
import type { Geo, SearchMeta } from '@careatlas/contract/envelopes'
import { memoizeByObject } from '@careatlas/directory/memoize'
import type { Region } from '@careatlas/directory/snapshot/format'
import { zip3sWithin } from '@careatlas/directory/zips-near'

/** Compares the three-digit ZIP prefixes in the circle with those that the regions serve. */
export function computeCoverage(
  { lat, lng, radius_miles }: Geo,
  regions: readonly Region[],
): NonNullable<SearchMeta['coverage']> {
  const served = listServedPrefixes(regions)
  const zip3s = [...zip3sWithin({ lat, lng }, radius_miles)]
  const servedCount = zip3s.filter((zip3) => served.has(zip3)).length
  if (servedCount === 0) return 'none'
  return servedCount === zip3s.length ? 'full' : 'partial'
}

/** A cache, because the regions of a snapshot never change. */
const listServedPrefixes = memoizeByObject(
  (regions: readonly Region[]): ReadonlySet<string> => new Set(regions.flatMap(({ zip3s }) => zip3s)),
)
