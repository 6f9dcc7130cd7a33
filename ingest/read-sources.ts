/** Reads every source file once, and spills its facts to partitions by NPI, or by address for facts without an NPI. */
import { basename } from 'node:path'
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { carriersMax } from '@careatlas/search/embedded/carrier-builder'
import type { Facility, SourcedFact } from './facts/facts.ts'
import { InputError } from './input-error.ts'
import { partitionOfAddress, partitionOfNpi } from './partition.ts'
import { keysOf } from './places/address-record.ts'
import { streetOf } from './places/neighbors.ts'
import { NetworkCounts } from './networks/network-counts.ts'
import type { IngestProgress } from './progress.ts'
import type { Source } from './source-files.ts'
import { Spill } from './steps/spill.ts'
import { FileReport } from './read/file-report.ts'

/**
 * Reads the sources into partitions under `work`, numbers them after those of `before`, and returns their manifest entries.
 *
 * @throws {InputError} for the first unusable file, and if no clinician or organization would be active.
 */
export async function readSources(
  sources: readonly Source[],
  work: string,
  before: readonly SourceFile[],
  progress: IngestProgress,
): Promise<readonly SourceFile[]> {
  const facts = new Spill<SourcedFact>(work, 'facts', 0)
  const facilities = new Spill<SourcedFact<Facility>>(work, 'facilities', 0)
  const streets = new Spill<string>(work, 'streets', 0)
  const files: SourceFile[] = []
  const carriers = new Set<string>()
  const networks = new NetworkCounts()
  let active = before.length > 0
  for (const { kind, source, path, asOf, carrier, read } of sources) {
    const report = new FileReport(source, path, { asOf })
    const file = before.length + files.length
    let stated = 0
    progress.startFile(path)
    for await (const batch of read(report, (bytes) => progress.addBytes(bytes))) {
      stated += batch.length
      for (const fact of batch) {
        active ||= fact.kind === 'clinician' || fact.kind === 'organization'
        if (fact.kind === 'network_listing') carriers.add(fact.carrier)
        if (fact.kind === 'network_listing' && carrier !== undefined) networks.addListing(carrier)
        const street = fact.kind === 'facility' ? streetOf(keysOf(fact.practice.address).unitKey) : null
        if (street !== null) streets.append(0, street)
        if (fact.kind === 'facility' && fact.npi === null)
          facilities.append(partitionOfAddress(keysOf(fact.practice.address).buildingKey), { file, fact })
        else facts.append(partitionOfNpi(fact.npi!), { file, fact })
      }
      if (carriers.size > carriersMax) throw tooManyCarriersError(report)
    }
    if (carrier !== undefined) networks.addFile(carrier, report)
    progress.endFile(report)
    files.push({ kind, ...report.toSourceFile(), facts: stated, unregistered: 0 })
  }
  networks.rejectEmpty()
  if (!active) throw noActiveProviderError(sources)
  facts.flush()
  facilities.flush()
  streets.flush()
  return files
}

function tooManyCarriersError({ file }: FileReport): InputError {
  return new InputError(
    `With ${file}, there are more than ${carriersMax} carrier codes; check its column "code".`,
  )
}

/** The report of deactivations needs the registry; without it, the directory would be empty. */
function noActiveProviderError(sources: readonly Source[]): InputError {
  const registry = sources.filter(({ kind }) => kind === 'registry')
  const names = registry.map(({ path }) => basename(path)).join(', ')
  return new InputError(`${names}: no active clinician or organization; also give the main registry file.`)
}
