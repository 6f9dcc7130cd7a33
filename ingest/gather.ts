/** First pass: every source file is read once and its facts are set aside by NPI. */
import { basename } from 'node:path'
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { carrierLimit } from '@careatlas/search/embedded/carrier-builder'
import { compareText } from './compare-text.ts'
import type { Fact, FiledFact } from './facts.ts'
import { InputRefused } from './input-refused.ts'
import { laterDate } from './later-date.ts'
import { readCarrierNetwork } from './network-file.ts'
import { readMainFile } from './nppes/main-file.ts'
import { readOtherNames } from './nppes/other-names.ts'
import { readSecondaryLocations } from './nppes/secondary-locations.ts'
import { readObservations } from './observations-file.ts'
import { partitionOfNpi } from './partition.ts'
import type { IngestProgress } from './progress.ts'
import type { Spill } from './spill.ts'
import { Tally } from './tally.ts'

/** The files that hold facts about NPIs, by kind. */
export interface SourceFiles {
  readonly nppes: readonly string[]
  readonly secondaryLocations: readonly string[]
  readonly otherNames: readonly string[]
  /** `code` in its one spelling, as `parseCarrierCode` returns it. */
  readonly networks: readonly { readonly code: string; readonly file: string }[]
  readonly observations: readonly string[]
}

type FactBatches = AsyncGenerator<readonly Fact[]>
type Open = (tally: Tally, onBytes: (bytes: number) => void) => FactBatches

/** The facts by NPI, and what came of the rows of each file. */
export class GatheredFacts {
  readonly #tallies: readonly Tally[]
  readonly #facts: Spill<FiledFact>
  readonly #unregistered: number[]

  constructor(tallies: readonly Tally[], facts: Spill<FiledFact>) {
    this.#tallies = tallies
    this.#facts = facts
    this.#unregistered = tallies.map(() => 0)
  }

  /** The day of the newest registry file; null when none is dated. */
  get registryAsOf(): string | null {
    return this.#tallies
      .filter(({ source }) => source === 'nppes')
      .map(({ asOf }) => asOf)
      .reduce(laterDate, null)
  }

  /** The facts of each NPI of the partition, NPIs ascending; a fact without a date gets its file's. */
  byNpi(partition: number): readonly [npi: string, facts: readonly FiledFact[]][] {
    const byNpi = Map.groupBy(this.#facts.read(partition), ({ fact }) => fact.npi)
    return [...byNpi]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([npi, facts]) => [npi, facts.map((filed) => this.#dated(filed))])
  }

  /** Notes that these facts are about an NPI that no registry file holds. */
  countUnregistered(facts: readonly FiledFact[]): void {
    for (const { file } of facts) this.#unregistered[file] = (this.#unregistered[file] ?? 0) + 1
  }

  /** In the order in which the files were read. */
  sourceFiles(): SourceFile[] {
    return this.#tallies.map((tally, file) => ({
      ...tally.toSourceFile(),
      unregistered: this.#unregistered[file] ?? 0,
    }))
  }

  #dated({ file, fact }: FiledFact): FiledFact {
    return { file, fact: fact.asOf === null ? { ...fact, asOf: this.#tallies[file]?.asOf ?? null } : fact }
  }
}

/** Reads every file into `facts`; throws InputRefused for the first that cannot be trusted. */
export async function gather(
  files: SourceFiles,
  facts: Spill<FiledFact>,
  progress: IngestProgress,
): Promise<GatheredFacts> {
  const tallies: Tally[] = []
  const carriers = new Set<string>()
  let active = false
  for (const { source, path, open } of sourcesIn(files)) {
    const tally = new Tally(source, path)
    const file = tallies.push(tally) - 1
    progress.startFile(path)
    for await (const batch of open(tally, (bytes) => progress.addBytes(bytes))) {
      for (const fact of batch) {
        active ||= fact.kind === 'clinician' || fact.kind === 'organization'
        if (fact.kind === 'network_listing') carriers.add(fact.carrier)
        facts.append(partitionOfNpi(fact.npi), { file, fact })
      }
      if (carriers.size > carrierLimit) throw tooManyCarriers(tally)
    }
    progress.endFile(tally)
  }
  if (!active) throw nobodyActive(files.nppes)
  return new GatheredFacts(tallies, facts)
}

function tooManyCarriers({ file }: Tally): InputRefused {
  return new InputRefused(
    `${file} brings the carrier codes to more than ${carrierLimit}; check its column "code".`,
  )
}

/** The weekly list of deactivations goes with the registry; alone it would leave an empty directory. */
function nobodyActive(paths: readonly string[]): InputRefused {
  const names = paths.map((path) => basename(path)).join(', ')
  return new InputRefused(
    `${names}: no active clinician or organization; give the main registry file with them.`,
  )
}

function sourcesIn(files: SourceFiles): readonly { source: string; path: string; open: Open }[] {
  const of = (
    source: string,
    paths: readonly string[],
    read: (path: string, ...rest: Parameters<Open>) => FactBatches,
  ) => paths.map((path) => ({ source, path, open: ((...rest) => read(path, ...rest)) satisfies Open }))
  return [
    ...of('nppes', files.nppes, readMainFile),
    ...of('nppes', files.secondaryLocations, readSecondaryLocations),
    ...of('nppes', files.otherNames, readOtherNames),
    ...files.networks.flatMap(({ code, file }) =>
      of('plan_network', [file], (path, ...rest) => readCarrierNetwork(path, code, ...rest)),
    ),
    ...of('observation', files.observations, readObservations),
  ]
}
