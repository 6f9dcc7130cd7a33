/** How much of the area around a position the directory serves. */
import type { Geo, SearchMeta } from '@careatlas/contract/envelopes'
import type { Region } from '@careatlas/directory/snapshot/format'
import { zip3sWithin } from '@careatlas/directory/zips-near'

/** Compares the three-digit ZIP prefixes in the circle with those that the regions serve. */
export function coverageOf(
  { lat, lng, radius_miles }: Geo,
  regions: readonly Region[],
): NonNullable<SearchMeta['coverage']> {
  const served = servedPrefixes(regions)
  const near = [...zip3sWithin({ lat, lng }, radius_miles)]
  const count = near.filter((zip3) => served.has(zip3)).length
  if (count === 0) return 'none'
  return count === near.length ? 'full' : 'partial'
}

/** By the regions of a snapshot, which never change. */
const prefixesOf = new WeakMap<readonly Region[], ReadonlySet<string>>()

function servedPrefixes(regions: readonly Region[]): ReadonlySet<string> {
  let prefixes = prefixesOf.get(regions)
  if (prefixes === undefined) {
    prefixes = new Set(regions.flatMap(({ zip3s }) => zip3s))
    prefixesOf.set(regions, prefixes)
  }
  return prefixes
}
