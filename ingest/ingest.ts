/** Files in, one published snapshot out; until the last line the old snapshot serves. */
import { checksumsOf } from '@careatlas/directory/snapshot/checksums'
import { type Manifest, snapshotFormat } from '@careatlas/directory/snapshot/format'
import { CarrierTally } from './carrier-tally.ts'
import { claim } from './claim.ts'
import type { ComposeContext } from './compose/context.ts'
import { CouldNotPublish, isStorageFailure } from './could-not-publish.ts'
import { gather, type SourceFiles } from './gather.ts'
import { InputRefused } from './input-refused.ts'
import { laterDate } from './later-date.ts'
import { readOfficialNames } from './nucc-file.ts'
import { readPayers } from './payers-file.ts'
import type { IngestProgress } from './progress.ts'
import { type BuildingFolder, buildingFolder, nextGeneration, publish } from './publish.ts'
import { SetAside } from './set-aside.ts'
import { settle } from './settle.ts'
import { SnapshotDraft } from './snapshot-draft.ts'
import { writeLocations } from './write-locations.ts'
import { writeProviders } from './write-providers.ts'

export interface IngestRequest extends SourceFiles {
  /** The payer vocabulary: names and aliases of carrier codes. */
  readonly payers: string | null
  /** The NUCC code set, for official specialty names. */
  readonly nucc: string | null
  /** ISO 3166-2 codes to serve, null for all. */
  readonly regions: readonly string[] | null
  /** A sentence that every card carries. */
  readonly notice: string | null
}

/**
 * Publishes a snapshot of `request` in `dataDir` and returns its manifest. Throws InputRefused when a file cannot be
 * trusted and CouldNotPublish when the snapshot cannot be written; both leave the old snapshot serving.
 */
export async function ingest(
  request: IngestRequest,
  dataDir: string,
  progress: IngestProgress,
): Promise<Manifest> {
  try {
    using _claimed = claim(dataDir)
    using building = buildingFolder(dataDir)
    const { data_as_of, counts, sources } = await build(request, building, progress)
    progress.startStage('publishing')
    const manifest: Manifest = {
      format: snapshotFormat,
      generation: await nextGeneration(dataDir, data_as_of),
      created_at: new Date().toISOString(),
      data_as_of,
      notice: request.notice,
      counts,
      sources,
      embedder: 'none',
      files: await checksumsOf(building.snapshot),
    }
    await publish(dataDir, building.snapshot, manifest)
    return manifest
  } catch (error) {
    if (error instanceof InputRefused || error instanceof CouldNotPublish) throw error
    if (isStorageFailure(error))
      throw new CouldNotPublish(
        `Nothing was published, for DATA_DIR (${dataDir}) cannot be used: ${error.message}.`,
        { cause: error },
      )
    throw error
  }
}

/** The four passes of `docs/decisions/0002-ingest-in-four-passes.md`; returns what they counted. */
async function build(
  request: IngestRequest,
  { work, snapshot }: BuildingFolder,
  progress: IngestProgress,
): Promise<Pick<Manifest, 'data_as_of' | 'counts' | 'sources'>> {
  const payers = request.payers === null ? [] : await readPayers(request.payers)
  const officialNames = request.nucc === null ? null : await readOfficialNames(request.nucc)
  const carriers = new CarrierTally(
    payers,
    request.networks.map(({ code }) => code),
  )
  using aside = new SetAside(work)
  using draft = new SnapshotDraft(snapshot, carriers)

  const gathered = await gather(request, aside.facts, progress)
  const context: ComposeContext = {
    carrierNames: new Map(payers.map(({ code, name }) => [code, name])),
    officialNames,
    notice: request.notice,
    registryAsOf: gathered.registryAsOf,
  }
  progress.startStage('merging')
  const superseded = settle(gathered, request.regions && new Set(request.regions), aside, draft)
  progress.startStage('resolving places')
  writeLocations(aside, context, draft)
  progress.startStage('composing cards')
  writeProviders(aside, context, draft)
  progress.startStage('indexing')
  const sources = gathered.sourceFiles()
  const newest = sources.map(({ as_of }) => as_of).reduce(laterDate, null)
  const dataAsOf = newest ?? new Date().toISOString().slice(0, 10)
  draft.finish(dataAsOf)
  return { data_as_of: dataAsOf, counts: { ...draft.counts, superseded }, sources }
}
