/** First pass: every source file is read once and its facts are set aside by NPI. */
import type { Fact } from './facts.ts'
import { readCarrierNetwork } from './networks/csv.ts'
import { readMainFile } from './nppes/main-file.ts'
import { readOtherNames } from './nppes/other-names.ts'
import { readSecondaryLocations } from './nppes/secondary-locations.ts'
import { readObservations } from './observations/ndjson.ts'
import { partitionOfNpi } from './partition.ts'
import type { IngestProgress } from './progress.ts'
import { Spill } from './spill.ts'
import { Tally } from './tally.ts'

/** The files that hold facts about NPIs, by kind. */
export interface SourceFiles {
  readonly nppes: readonly string[]
  readonly secondaryLocations: readonly string[]
  readonly otherNames: readonly string[]
  readonly networks: readonly { readonly code: string; readonly file: string }[]
  readonly observations: readonly string[]
}

/** A fact and the file that states it. */
interface FiledFact {
  readonly file: number
  readonly fact: Fact
}

type FactBatches = AsyncGenerator<readonly Fact[]>
type Open = (tally: Tally, onBytes: (bytes: number) => void) => FactBatches

export class GatheredFacts {
  readonly tallies: readonly Tally[]
  readonly #facts: Spill<FiledFact>
  readonly #unregistered: number[]

  constructor(tallies: readonly Tally[], facts: Spill<FiledFact>) {
    this.tallies = tallies
    this.#facts = facts
    this.#unregistered = tallies.map(() => 0)
  }

  /** The facts of each NPI of the partition, NPIs ascending; a fact without a date gets its file's. */
  byNpi(partition: number): readonly [npi: string, facts: readonly FiledFact[]][] {
    const byNpi = Map.groupBy(this.#facts.read(partition), ({ fact }) => fact.npi)
    return [...byNpi]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([npi, facts]) => [npi, facts.map((filed) => this.#dated(filed))])
  }

  /** Notes that these facts are about an NPI that no registry file holds. */
  countUnregistered(facts: readonly FiledFact[]): void {
    for (const { file } of facts) this.#unregistered[file] = (this.#unregistered[file] ?? 0) + 1
  }

  sourceFiles() {
    return this.tallies.map((tally, file) => ({
      ...tally.toSourceFile(),
      unregistered: this.#unregistered[file] ?? 0,
    }))
  }

  #dated({ file, fact }: FiledFact): FiledFact {
    return { file, fact: fact.asOf === null ? { ...fact, asOf: this.tallies[file]?.asOf ?? null } : fact }
  }
}

export async function gather(
  files: SourceFiles,
  workFolder: string,
  progress: IngestProgress,
): Promise<GatheredFacts> {
  const tallies: Tally[] = []
  const facts = new Spill<FiledFact>(workFolder, 'facts')
  for (const { source, path, open } of sourcesIn(files)) {
    const tally = new Tally(source, path)
    const file = tallies.push(tally) - 1
    progress.startFile(path)
    for await (const batch of open(tally, (bytes) => progress.addBytes(bytes))) {
      for (const fact of batch) facts.append(partitionOfNpi(fact.npi), { file, fact })
    }
    progress.endFile(tally)
  }
  return new GatheredFacts(tallies, facts)
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
