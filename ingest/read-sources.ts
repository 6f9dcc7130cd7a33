/** Reads every source file once, and spills its facts to partitions by NPI, or by address for facts without an NPI. */
import { basename } from 'node:path'
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { carriersMax } from '@careatlas/search/embedded/carrier-builder'
import type { Fact, Facility, SourcedFact } from './facts/facts.ts'
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
 * Reads the sources into partitions under `work` (null to only check them), numbers them after `previousSources`, and returns
 * their manifest entries.
 *
 * @throws {InputError} for the first unusable file, and if there is no active clinician or organization.
 */
export async function readSources(
  sources: readonly Source[],
  work: string | null,
  previousSources: readonly SourceFile[],
  progress: IngestProgress,
): Promise<readonly SourceFile[]> {
  const spilledFacts = work === null ? null : new SpilledFacts(work)
  const files: SourceFile[] = []
  const carriers = new Set<string>()
  const networks = new NetworkCounts()
  let hasProvider = previousSources.some(({ kind }) => kind === 'registry')
  for (const { kind, source, path, asOf, carrier, read } of sources) {
    const report = new FileReport(source, path, { asOf })
    const file = previousSources.length + files.length
    let factCount = 0
    progress.startFile(path)
    for await (const batch of read(report, (bytes) => progress.addBytes(bytes))) {
      factCount += batch.length
      for (const fact of batch) {
        hasProvider ||= fact.kind === 'clinician' || fact.kind === 'organization'
        if (fact.kind === 'network_listing') carriers.add(fact.carrier)
        if (fact.kind === 'network_listing' && carrier !== undefined) networks.addListing(carrier)
        spilledFacts?.add(file, fact)
      }
      if (carriers.size > carriersMax) throw tooManyCarriersError(report)
    }
    if (carrier !== undefined) networks.addFile(carrier, report)
    progress.endFile(report)
    files.push({ kind, ...report.toSourceFile(), facts: factCount, unregistered: 0 })
  }
  networks.rejectEmpty()
  if (!hasProvider) throw noActiveProviderError(sources)
  spilledFacts?.flush()
  return files
}

/** The facts by NPI, the facilities without an NPI by address, and the streets of listed facilities. */
class SpilledFacts {
  readonly #facts: Spill<SourcedFact>
  readonly #facilities: Spill<SourcedFact<Facility>>
  readonly #streets: Spill<string>

  constructor(work: string) {
    this.#facts = new Spill(work, 'facts', 0)
    this.#facilities = new Spill(work, 'facilities', 0)
    this.#streets = new Spill(work, 'streets', 0)
  }

  add(file: number, fact: Fact): void {
    const street = findListedStreet(fact)
    if (street !== null) this.#streets.append(0, street)
    if (fact.kind === 'facility' && fact.npi === null)
      this.#facilities.append(partitionOfAddress(keysOf(fact.practice.address).buildingKey), { file, fact })
    else this.#facts.append(partitionOfNpi(fact.npi!), { file, fact })
  }

  flush(): void {
    for (const spill of [this.#facts, this.#facilities, this.#streets]) spill.flush()
  }
}

/** The street of a listed facility (`7 HOPE ST|RI`); null for another fact, and for an address without a street. */
export function findListedStreet(fact: Fact): string | null {
  return fact.kind === 'facility' ? streetOf(keysOf(fact.practice.address).unitKey) : null
}

function tooManyCarriersError({ file }: FileReport): InputError {
  return new InputError(
    `With ${file}, there are more than ${carriersMax} carrier codes; check its column "code".`,
  )
}

/** The deactivation report alone has no clinicians or organizations, so the directory would be empty. */
function noActiveProviderError(sources: readonly Source[]): InputError {
  const registry = sources.filter(({ kind }) => kind === 'registry')
  if (registry.length === 0)
    return new InputError('No registry file is left; also give the main registry file.')
  const names = registry.map(({ path }) => basename(path)).join(', ')
  return new InputError(`${names}: no active clinician or organization; also give the main registry file.`)
}
