/** Files in, one published snapshot out; until the last line the old snapshot serves. */
import { statSync } from 'node:fs'
import { checksumsOf, newestManifest } from '@careatlas/directory/snapshot/checksums'
import { type Manifest, snapshotFormat, type SourceFile } from '@careatlas/directory/snapshot/format'
import { claim } from './publish/claim.ts'
import { compareText } from './compare-text.ts'
import type { EndpointOptions } from './compose/openai-endpoint.ts'
import { CouldNotPublish, couldNotPublish, isStorageFailure } from './publish/could-not-publish.ts'
import { WorkerPool, threadsFor } from './steps/worker-pool.ts'
import type { Settings } from './draft/fact-store.ts'
import { gather, type Gathered, nobodyActive } from './gather.ts'
import { InputRefused } from './input-refused.ts'
import { laterDate } from './later-date.ts'
import { readOfficialNames } from './nucc-file.ts'
import { partitionCount } from './steps/partition.ts'
import { readPayers } from './payers-file.ts'
import { type Previous, previousSnapshot } from './publish/previous-snapshot.ts'
import type { IngestProgress } from './progress.ts'
import { type BuildingFolder, buildingFolder, nextGeneration, publish } from './publish/publish.ts'
import { SnapshotDraft } from './draft/snapshot-draft.ts'
import { refuseShrink } from './publish/shrink.ts'
import { type Source, type SourceFiles, sourcesOf } from './source-files.ts'
import type { StepName, StepResult } from './steps/steps.ts'
import { type Job, StepContext } from './steps/step-context.ts'

export interface IngestRequest extends SourceFiles {
  /** Adds the files to what the served snapshot was made of, instead of starting anew. */
  readonly update: boolean
  /** The payer vocabulary: names and aliases of carrier codes. An update keeps what null leaves open. */
  readonly payers: string | null
  /** The NUCC code set, for official specialty names. */
  readonly nucc: string | null
  /** ISO 3166-2 codes to serve, null for all; undefined as before. */
  readonly regions: readonly string[] | null | undefined
  /** A sentence that every card carries; undefined as before. */
  readonly notice: string | null | undefined
  /** A language model that words the biographies, checked against the facts; null for the templates alone. */
  readonly composer: EndpointOptions | null
  /** Publishes although the directory holds far less than the one that is served. */
  readonly acceptShrink: boolean
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
    const served = await newestManifest(dataDir)
    const previous = request.update ? await previousSnapshot(dataDir) : null
    using building = buildingFolder(dataDir)
    const contents = await build(request, previous, building, progress)
    refuseShrink(served, contents, request.acceptShrink)
    progress.startStage('publishing')
    const manifest: Manifest = {
      format: snapshotFormat,
      generation: nextGeneration(dataDir, contents.data_as_of),
      created_at: new Date().toISOString(),
      ...contents,
      embedder: 'none',
      files: await checksumsOf(building.snapshot),
    }
    await publish(dataDir, building.snapshot, manifest)
    return manifest
  } catch (error) {
    if (error instanceof InputRefused || error instanceof CouldNotPublish) throw error
    if (isStorageFailure(error)) throw couldNotPublish(error, dataDir)
    throw error
  }
}

type Contents = Pick<Manifest, 'data_as_of' | 'notice' | 'regions' | 'counts' | 'sources' | 'composer'>

/** The steps of `docs/decisions/0002-ingest-in-steps.md`; returns what they counted. */
async function build(
  request: IngestRequest,
  previous: Previous | null,
  { work, snapshot }: BuildingFolder,
  progress: IngestProgress,
): Promise<Contents> {
  const settings = await settingsOf(request, previous)
  const read = await sourcesOf(request)
  const before = previous?.manifest.sources ?? []
  const gathered = await gather(read, work, before.length, progress)
  if (!gathered.active && before.length === 0) throw nobodyActive(request.nppes.map(({ path }) => path))

  const { sources, rankOf } = inOrder([...before, ...sourceFiles(read, gathered)])
  const notice = request.notice === undefined ? (previous?.manifest.notice ?? null) : request.notice
  const regions = request.regions === undefined ? (previous?.manifest.regions ?? null) : request.regions
  const job: Job = {
    work,
    threads: threadsFor(bytesOf(read, previous)),
    previousFacts: previous?.facts ?? null,
    files: sources.map(({ kind, as_of }) => ({ kind, asOf: as_of })),
    rankOf,
    regions: regions && new Set(regions),
    compose: {
      carrierNames: new Map(settings.payers.map(({ code, name }) => [code, name])),
      officialNames: settings.officialNames && new Map(settings.officialNames),
      notice,
      registryAsOf: newestDay(sources.filter(({ kind }) => kind === 'registry')),
    },
    composer: request.composer,
  }
  using draft = new SnapshotDraft(snapshot)
  await inSteps(job, draft, progress)

  progress.startStage('indexing')
  const dataAsOf = newestDay(sources) ?? new Date().toISOString().slice(0, 10)
  draft.finish(work, dataAsOf, settings)
  return {
    data_as_of: dataAsOf,
    notice,
    regions: regions && [...regions],
    counts: draft.counts,
    composer: request.composer && { model: request.composer.model, ...draft.worded },
    sources: sources.map((source, file) => ({ ...source, unregistered: draft.unregistered[file] ?? 0 })),
  }
}

/** Each step runs over all partitions before the next begins. */
async function inSteps(job: Job, draft: SnapshotDraft, progress: IngestProgress): Promise<void> {
  await using pool = new WorkerPool(new StepContext(job, 0))
  const run = async <Name extends StepName>(
    step: Name,
    stage: string,
    take: (result: StepResult<Name>) => void,
  ): Promise<void> => {
    progress.startStage(stage)
    let done = 0
    for await (const result of pool.overAll(step)) {
      take(result)
      progress.advance(++done / partitionCount)
    }
  }
  await run('settle', 'merging', (settled) => draft.addSettled(settled))
  await run('resolvePlaces', 'resolving places', (facilities) => draft.addFacilities(facilities))
  await run('packPlaces', 'writing places', (places) => draft.addPlaces(places))
  await run('composeProviders', 'composing cards', (composed) => draft.addProviders(composed))
}

/** What an update is not told anew, it takes from the snapshot that it updates. */
async function settingsOf(request: IngestRequest, previous: Previous | null): Promise<Settings> {
  const before = previous?.settings ?? { payers: [], carriers: [], officialNames: null }
  const codes = request.networks.map(({ code }) => code)
  return {
    payers: request.payers === null ? before.payers : await readPayers(request.payers),
    carriers: [...new Set([...before.carriers, ...codes])],
    officialNames:
      request.nucc === null ? before.officialNames : [...(await readOfficialNames(request.nucc))],
  }
}

function sourceFiles(read: readonly Source[], { tallies }: Gathered): readonly SourceFile[] {
  return tallies.map((tally, at) => ({ kind: read[at]!.kind, ...tally.toSourceFile(), unregistered: 0 }))
}

/**
 * By kind, day and name, so that it does not matter in which order files were given, in one ingest or in several.
 * `rankOf` tells the place of each source in that order.
 */
function inOrder(sources: readonly SourceFile[]): {
  readonly sources: readonly SourceFile[]
  readonly rankOf: readonly number[]
} {
  const order = sources
    .map((_, at) => at)
    .toSorted((one, other) => {
      const [a, b] = [sources[one]!, sources[other]!]
      return (
        compareText(a.kind, b.kind) ||
        compareText(a.as_of ?? '', b.as_of ?? '') ||
        compareText(a.file, b.file)
      )
    })
  const rankOf: number[] = []
  for (const [place, at] of order.entries()) rankOf[at] = place
  return { sources: order.map((at) => sources[at]!), rankOf }
}

/** As they lie on disk; what a snapshot keeps of its sources weighs about as much as they did compressed. */
function bytesOf(read: readonly Source[], previous: Previous | null): number {
  const paths = [...read.map(({ path }) => path), ...(previous === null ? [] : [previous.facts])]
  const bytes = paths.map((path) => {
    const { size } = statSync(path)
    return path.endsWith('.csv') ? size : size * compressedTenfold
  })
  return bytes.reduce((sum, each) => sum + each, 0)
}

/** A registry file shrinks to about a tenth (measured on a week of 2024: 23.8 to 2.1 MB). */
const compressedTenfold = 10

function newestDay(sources: readonly SourceFile[]): string | null {
  return sources.map(({ as_of }) => as_of).reduce(laterDate, null)
}
