/** Second pass: the facts of each NPI become one entry, and each entry is mentioned at the addresses where it practices. */
import { regionOf } from '@careatlas/directory/region'
import type { GatheredFacts } from './gather.ts'
import { isRegistryRow, mergedIn, mergeFacts, type ServedEntry } from './merge.ts'
import { partitionOfAddress } from './partition.ts'
import { mentionsOf } from './places/mention.ts'
import type { SetAside } from './set-aside.ts'
import type { SnapshotDraft } from './snapshot-draft.ts'
import { partitionCount } from './spill.ts'

/**
 * Sets aside the entries to serve, and notes the other NPIs in the draft at once. `regions` are the codes to serve, null
 * for all. Returns how many registry rows a newer row of the same NPI replaced.
 */
export function settle(
  gathered: GatheredFacts,
  regions: ReadonlySet<string> | null,
  aside: SetAside,
  draft: SnapshotDraft,
): number {
  let superseded = 0
  for (let partition = 0; partition < partitionCount; partition++) {
    for (const [npi, filed] of gathered.byNpi(partition)) {
      const facts = filed.map(({ fact }) => fact)
      superseded += Math.max(0, facts.filter(isRegistryRow).length - 1)
      const entry = mergeFacts(npi, facts)
      if (entry.kind === 'unregistered') gathered.countUnregistered(filed)
      else if (entry.kind === 'deactivated')
        draft.addRegistered(npi, { status: 'deactivated', since: entry.since })
      else if (practicesIn(regions, entry)) setAside(entry, partition, aside)
      else draft.addRegistered(npi, { status: 'outside_coverage' })
    }
  }
  return superseded
}

/** One address in one of the regions is enough. */
function practicesIn(regions: ReadonlySet<string> | null, entry: ServedEntry): boolean {
  if (regions === null) return true
  return mergedIn(entry).addresses.some(({ address }) => regions.has(regionOf(address)?.code ?? ''))
}

function setAside(entry: ServedEntry, partition: number, aside: SetAside): void {
  aside.entries.append(partition, entry)
  for (const mention of mentionsOf(entry)) aside.mentions.append(partitionOfAddress(mention.key), mention)
}
