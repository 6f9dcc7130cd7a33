/** Decides which entries and addresses an ingest of some regions includes. */
import type { Address } from '@careatlas/contract/cards'
import { regionOf } from '@careatlas/directory/region'
import { type Entry, getEntity, type ServedEntry } from '../facts/merge.ts'

/** ISO 3166-2 codes, null for all. */
type Regions = ReadonlySet<string> | null

/** An entry is served if one of its addresses is in one of the regions. */
export function isServed(entry: Entry, regions: Regions): entry is ServedEntry {
  if (entry.kind !== 'clinician' && entry.kind !== 'organization') return false
  return regions === null || getEntity(entry).addresses.some(({ address }) => isInRegions(regions, address))
}

export function isInRegions(regions: Regions, address: Pick<Address, 'country' | 'state'>): boolean {
  return regions === null || regions.has(regionOf(address)?.code ?? '')
}
