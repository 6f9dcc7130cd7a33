/** Lists the regions that the directory covers; without them, a missing result has no meaning. */
import { region } from '@careatlas/contract/envelopes'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'

export function listRegions({ regions, manifest }: Pick<Snapshot, 'regions' | 'manifest'>) {
  return { data: regions, meta: { count: regions.length, region, data_as_of: manifest.data_as_of } }
}
