/** First step: the facts of each NPI become one entry, and each entry is mentioned at the addresses where it practices. */
import { type Block, blockChars, packBlocks } from '@careatlas/directory/snapshot/blocks'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'
import type { FiledFact } from '../facts/facts.ts'
import { factsByNpi } from './facts-by-npi.ts'
import { type Entry, mergeFacts } from '../facts/merge.ts'
import { partitionOfAddress } from './partition.ts'
import { facilitiesIn, mentionOfFacility } from '../places/facility-mention.ts'
import { type Mention, mentionsOf } from '../places/mention.ts'
import { isServed } from './served-regions.ts'
import { isRegistryRow } from '../facts/standing.ts'
import type { StepContext } from './step-context.ts'

export interface Settled {
  /** The facts, to be kept. */
  readonly facts: readonly Block[]
  /** NPIs that have no card because of what the registry says, or of where they are. */
  readonly registered: (readonly [npi: string, status: RegistryStatus])[]
  /** Registry rows that a newer row of the same NPI replaced. */
  superseded: number
  /** By file: NPIs that it names and no registry file holds. */
  readonly unregistered: number[]
}

/** Sets aside the mentions of the entries to serve. */
export function settle(context: StepContext, partition: number): Settled {
  const { files, regions } = context.job
  const byNpi = factsByNpi(context, partition)
  const settled: Settled = {
    facts: [
      ...packBlocks(
        byNpi.map(([npi, facts]) => [npi, JSON.stringify(facts)]),
        blockChars.facts,
      ),
    ],
    registered: [],
    superseded: 0,
    unregistered: files.map(() => 0),
  }
  for (const [npi, filed] of byNpi) {
    settled.superseded += Math.max(0, filed.filter(({ fact }) => isRegistryRow(fact)).length - 1)
    const entry = mergeFacts(npi, filed, files)
    const mention = (one: Mention) => context.setAside('mentions', partitionOfAddress(one.key), one)
    if (entry.kind !== 'deactivated') facilitiesIn(filed, regions).map(mentionOfFacility).forEach(mention)
    if (isServed(entry, regions)) mentionsOf(entry).forEach(mention)
    else countUnserved(entry, filed, settled)
  }
  return settled
}

function countUnserved(
  entry: Entry,
  filed: readonly FiledFact[],
  { registered, unregistered }: Settled,
): void {
  if (entry.kind === 'unregistered')
    for (const file of new Set(filed.map((one) => one.file))) unregistered[file]! += 1
  else if (entry.kind === 'deactivated')
    registered.push([entry.npi, { status: 'deactivated', since: entry.since }])
  else registered.push([entry.npi, { status: 'outside_coverage' }])
}
