/** Files in, one published snapshot out; until the last line the old snapshot serves. */
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readOfficialNames } from '@careatlas/directory/taxonomy'
import { checksumsOf } from '@careatlas/directory/snapshot/checksums'
import { type Manifest, snapshotFormat } from '@careatlas/directory/snapshot/format'
import { SegmentBuilder } from '@careatlas/search/embedded/segment-builder'
import { CardStore } from './card-store.ts'
import { CarrierTally } from './carrier-tally.ts'
import { claim } from './claim.ts'
import { CouldNotPublish } from './could-not-publish.ts'
import type { ComposeContext } from './compose/context.ts'
import { gather, type GatheredFacts, type SourceFiles } from './gather.ts'
import { InputRefused } from './input-refused.ts'
import { type Payer, readPayers } from './payers/csv.ts'
import type { IngestProgress } from './progress.ts'
import { buildingFolder, nextGeneration, publish } from './publish.ts'
import { RegionTally } from './region-tally.ts'
import { locationDocument } from './segment-document.ts'
import { settle } from './settle.ts'
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

/** Where the snapshot grows, and where what is set aside lies meanwhile. */
interface Folders {
  readonly snapshot: string
  readonly work: string
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
    const manifest = await build(request, dataDir, building, progress)
    progress.startStage('publishing')
    await publish(dataDir, building.snapshot, manifest)
    return manifest
  } catch (error) {
    if (error instanceof InputRefused || error instanceof CouldNotPublish) throw error
    if (isStorageFailure(error))
      throw new CouldNotPublish(`Nothing was published: ${error.message}.`, { cause: error })
    throw error
  }
}

async function build(
  request: IngestRequest,
  dataDir: string,
  folders: Folders,
  progress: IngestProgress,
): Promise<Manifest> {
  const payers = request.payers ? await readPayers(request.payers) : []
  const context = await composeContext(request, payers)
  const gathered = await gather(request, folders.work, progress)
  const written = writeCards(gathered, request, context, payers, folders, progress)
  const sources = gathered.sourceFiles()
  const dataAsOf = newest(sources.map(({ as_of }) => as_of)) ?? new Date().toISOString().slice(0, 10)
  await writeJson(join(folders.snapshot, 'carriers.json'), written.carriers.toCarriers())
  await writeJson(join(folders.snapshot, 'regions.json'), written.regions.toRegions(dataAsOf))
  return {
    format: snapshotFormat,
    generation: await nextGeneration(dataDir, dataAsOf),
    created_at: new Date().toISOString(),
    data_as_of: dataAsOf,
    notice: request.notice,
    counts: written.counts,
    sources,
    embedder: 'none',
    files: await checksumsOf(folders.snapshot),
  }
}

/** Everything of the snapshot but its three small JSON files. */
function writeCards(
  gathered: GatheredFacts,
  request: IngestRequest,
  context: ComposeContext,
  payers: readonly Payer[],
  folders: Folders,
  progress: IngestProgress,
) {
  const regions = new RegionTally()
  const networks = request.networks.map(({ code }) => code)
  const carriers = new CarrierTally(payers, networks)
  using store = new CardStore(join(folders.snapshot, 'cards.sqlite'))
  progress.startStage('merging')
  const settled = settle(gathered, request.regions && new Set(request.regions), store, folders.work)
  progress.startStage('resolving places')
  const located = writeLocations(settled.mentions, context, store, regions, folders.work)
  progress.startStage('composing cards')
  const written = writeProviders(settled.entries, located.links, context, { regions, carriers }, store)
  progress.startStage('indexing')
  written.segment.write(join(folders.snapshot, 'segment', 'providers'))
  locationSegment(store).write(join(folders.snapshot, 'segment', 'locations'))
  store.finish()
  return { regions, carriers, counts: { providers: written.providers, ...located.counts, ...settled.counts } }
}

async function composeContext(request: IngestRequest, payers: readonly Payer[]): Promise<ComposeContext> {
  return {
    carrierNames: new Map(payers.map(({ code, name }) => [code, name])),
    officialNames: request.nucc ? await officialNames(request.nucc) : null,
    notice: request.notice,
  }
}

async function officialNames(path: string): Promise<ReadonlyMap<string, string>> {
  try {
    return readOfficialNames(await readFile(path, 'utf8'))
  } catch (error) {
    throw new InputRefused(
      `${basename(path)} cannot be used as the NUCC code set: ${(error as Error).message}.`,
    )
  }
}

function locationSegment(store: CardStore): SegmentBuilder {
  const segment = new SegmentBuilder('locations')
  for (const card of store.presentedLocations()) segment.add(locationDocument(card))
  return segment
}

function newest(dates: readonly (string | null)[]): string | null {
  return dates.reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a), null)
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value)}\n`)
}

/** Disk full, no permission, read-only file system: of the machine, not of the input. */
function isStorageFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: string; errcode?: number }
  const sqliteStorage = new Set([8, 10, 13]) // SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL
  const storage = ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT', 'EIO', 'EPERM', 'EEXIST', 'ENOTDIR', 'EMFILE']
  return storage.includes(code ?? '') || sqliteStorage.has(errcode ?? 0)
}
