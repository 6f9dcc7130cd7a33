/** Files in, one published snapshot out; until the last line the old snapshot serves. */
import {
  checksumsOf,
  newestManifest,
  SnapshotCorruptError,
  verifiedGeneration,
} from '@careatlas/directory/snapshot/checksums'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { type Manifest, snapshotFormat, type SourceFile } from '@careatlas/directory/snapshot/format'
import { resolve } from 'node:path'
import { compareText } from './compare-text.ts'
import { type Embedder, openEmbedder } from '@careatlas/vocabulary/embedder'
import type { EmbedderChoice } from '@careatlas/vocabulary/embedder-choice'
import type { EndpointOptions } from '@careatlas/models/endpoint'
import type { ComposeContext } from './compose/context.ts'
import { StorageError, isStorageFailure } from './storage-error.ts'
import type { Settings } from './snapshot-builder/fact-store.ts'
import { SnapshotBuilder } from './snapshot-builder/snapshot-builder.ts'
import { nameMismatch } from './facts/name-mismatch.ts'
import { readSources } from './read-sources.ts'
import { InputError } from './input-error.ts'
import { laterDate } from './later-date.ts'
import { readOfficialNames } from './nucc-file.ts'
import { readPayers } from './payers-file.ts'
import type { IngestProgress } from './progress.ts'
import { acquireIngestLock } from './publish/ingest-lock.ts'
import { couldNotPublish } from './publish/could-not-publish.ts'
import { type Previous, previousSnapshot } from './publish/previous-snapshot.ts'
import { type BuildingFolder, buildingFolder, nextGeneration, publish } from './publish/publish.ts'
import { recordFormerLocations } from './publish/record-former-locations.ts'
import { refuseShrink } from './publish/shrink.ts'
import { withoutRepeats } from './repeated-files.ts'
import { bytesToRead, noFiles, recordedFiles, type SourceFiles, sourcesOf, undated } from './source-files.ts'
import { sourceOrder } from './source-order.ts'
import { weighedReasons } from './steps/reconcile-facilities.ts'
import { runSteps } from './steps/run-steps.ts'
import { partitionsPerRun, threadsFor, WorkerThreads } from './steps/worker-pool.ts'

export interface IngestRequest extends SourceFiles {
  /** Adds the files to what the served snapshot was made of; what is null below stays as it was. */
  readonly update: boolean
  /** The payer vocabulary: names and aliases of carrier codes. */
  readonly payers: string | null
  /** The NUCC code set, for official specialty names. */
  readonly nucc: string | null
  /** ISO 3166-2 codes to serve. */
  readonly regions: readonly string[] | 'all' | null
  /** A sentence that every card carries. */
  readonly notice: string | null
  /** A language model that words the biographies, checked against the facts; null for the templates alone. */
  readonly composer: EndpointOptions | null
  /** What puts texts where meanings are compared; a server compares them only by the same one. */
  readonly embedder: EmbedderChoice
  /** Publishes although the directory holds far less than the one that is served. */
  readonly acceptShrink: boolean
}

/** A new directory of nothing, to be spread. */
export const emptyRequest: IngestRequest = {
  ...noFiles,
  update: false,
  payers: null,
  nucc: null,
  regions: null,
  notice: null,
  composer: null,
  embedder: { name: 'static' },
  acceptShrink: false,
}

/**
 * Publishes a snapshot of `request` in `dataDir` and returns its manifest. `threads` work beside this one; as many as
 * the input is worth unless given, and the result does not depend on it. Throws InputError when a file cannot be
 * trusted, EmbedderError when there are no vectors and StorageError when the snapshot cannot be written; all leave the old
 * snapshot serving.
 */
export async function ingest(
  request: IngestRequest,
  dataDir: string,
  progress: IngestProgress,
  threads?: number,
): Promise<Manifest> {
  try {
    using _claimed = acquireIngestLock(dataDir)
    const served = await newestManifest(dataDir)
    const previous = request.update ? await previousSnapshot(dataDir) : null
    using building = buildingFolder(dataDir)
    const contents = await build(request, previous, building, progress, threads)
    refuseShrink(served, contents, request.acceptShrink)
    progress.startStage('comparing')
    recordFormerLocations({
      served: await comparedFolder(dataDir, served, contents),
      next: building.snapshot,
      work: building.work,
      day: contents.data_as_of,
      regions: contents.regions && new Set(contents.regions),
    })
    progress.startStage('publishing')
    const manifest: Manifest = {
      format: snapshotFormat,
      generation: nextGeneration(dataDir, contents.data_as_of),
      created_at: new Date().toISOString(),
      ...contents,
      files: await checksumsOf(building.snapshot),
    }
    await publish(dataDir, building.snapshot, manifest)
    return manifest
  } catch (error) {
    if (error instanceof InputError || error instanceof StorageError) throw error
    if (isStorageFailure(error)) throw couldNotPublish(error, dataDir)
    throw error
  }
}

/**
 * The folder of the served snapshot, verified byte by byte, for comparing its identifiers with those of the next one. Null if
 * there is none, if it is damaged, or if only the served one has a notice, such as the fictional region.
 */
async function comparedFolder(
  dataDir: string,
  served: Manifest | null,
  next: Contents,
): Promise<string | null> {
  if (served === null || (served.notice !== null && next.notice === null)) return null
  try {
    await verifiedGeneration(dataDir, served.generation)
    return snapshotFolder(dataDir, served.generation)
  } catch (error) {
    if (error instanceof SnapshotCorruptError) return null
    throw error
  }
}

type Contents = Pick<
  Manifest,
  'data_as_of' | 'notice' | 'regions' | 'counts' | 'sources' | 'embedder' | 'composer'
>

/** Reads the files, runs the steps (decision 2), and returns the counts of the new snapshot. */
async function build(
  request: IngestRequest,
  previous: Previous | null,
  { work, snapshot }: BuildingFolder,
  progress: IngestProgress,
  threads?: number,
): Promise<Contents> {
  const embedder = await readyEmbedder(request.embedder)
  const settings = await settingsOf(request, previous)
  const { files, repeated } = await withoutRepeats(request)
  for (const sentence of repeated) progress.note(sentence)
  const read = await sourcesOf(files)
  const before = previous?.manifest.sources ?? []
  const bytes = bytesToRead(read, previous?.facts ?? null)
  const threadCount = threads ?? threadsFor(bytes)
  await using workers = new WorkerThreads(threadCount)
  const { ordered, rankOf } = sourceOrder([...before, ...(await readSources(read, work, before, progress))])
  const { notice, regions } = servedAs(request, previous)
  using builder = new SnapshotBuilder(snapshot)
  await runSteps(
    {
      work,
      threads: threadCount,
      partitionsPerRun: partitionsPerRun(bytes, threadCount),
      previousFacts: previous?.facts ?? null,
      files: ordered.map(({ kind, as_of }) => ({ kind, asOf: as_of })),
      rankOf,
      regions: regions && new Set(regions),
      compose: composeContext(settings, notice, ordered),
      composer: request.composer,
    },
    workers,
    builder,
    progress,
  )
  progress.startStage('indexing')
  const dataAsOf =
    newestDay(ordered.filter(({ facts }) => facts > 0)) ?? new Date().toISOString().slice(0, 10)
  await builder.finish(work, dataAsOf, settings, embedder)
  return {
    data_as_of: dataAsOf,
    notice,
    regions: regions && [...regions],
    embedder: embedder.id,
    counts: builder.counts,
    sources: ordered.map((source, file) => withBuilderCounts(source, file, builder)),
    composer: request.composer && {
      model: request.composer.model,
      kept: builder.rewrites.accepted,
      unanswered: builder.rewrites.failed,
      unsupported: builder.rewrites.rejected,
    },
  }
}

/** Asked once before anything is read, so that a wrong address does not cost the hours of a run. */
async function readyEmbedder(choice: EmbedderChoice): Promise<Embedder> {
  const embedder = await openEmbedder(choice)
  await embedder.embed(['a doctor for the heart'], 'document')
  return embedder
}

function composeContext(
  { payers, officialNames }: Settings,
  notice: string | null,
  sources: readonly SourceFile[],
): ComposeContext {
  return {
    carrierNames: new Map(payers.map(({ code, name }) => [code, name])),
    officialNames: officialNames && new Map(officialNames),
    notice,
    registryAsOf: newestDay(sources.filter(({ kind }) => kind === 'registry')),
  }
}

/** The source with the counts of the builder; `file` is its index. */
function withBuilderCounts(source: SourceFile, file: number, builder: SnapshotBuilder): SourceFile {
  return {
    ...source,
    unregistered: builder.unregistered[file] ?? 0,
    left_out: withCounted(source.left_out, {
      [nameMismatch]: builder.anotherPerson[file] ?? 0,
      ...Object.fromEntries(weighedReasons.map((reason) => [reason, builder.leftOut[reason][file] ?? 0])),
    }),
  }
}

/** Replaces the counts of facts that only all facts together show to be wrong: an update may add a name or a list. */
function withCounted(
  leftOut: SourceFile['left_out'],
  counted: Readonly<Record<string, number>>,
): SourceFile['left_out'] {
  const before = Object.entries(leftOut).filter(([reason]) => !(reason in counted))
  const anew = Object.entries(counted).map(([reason, rows]) => [reason, { rows, first_lines: [] }] as const)
  const all = [...before, ...anew.filter(([, { rows }]) => rows > 0)]
  return Object.fromEntries(all.toSorted(([a], [b]) => compareText(a, b)))
}

/** The vocabularies of the request or, if it names none, those of the snapshot that it updates. */
async function settingsOf(request: IngestRequest, previous: Previous | null): Promise<Settings> {
  const before = previous?.settings ?? { payers: [], carriers: [], officialNames: null, files: [] }
  const codes = request.networks.map(({ code }) => code)
  return {
    payers: request.payers === null ? before.payers : await readPayers(request.payers),
    carriers: [...new Set([...before.carriers, ...codes])].toSorted(),
    officialNames:
      request.nucc === null ? before.officialNames : [...(await readOfficialNames(request.nucc))],
    files: filesSoFar(before.files, request),
  }
}

/** The files of the updated snapshot and of the request, in an order independent of the run; a vocabulary replaces the old one. */
function filesSoFar(before: Settings['files'], request: IngestRequest): Settings['files'] {
  const { payers, nucc } = request
  const given = [
    ...recordedFiles(request),
    ...vocabularyFile('payers', payers),
    ...vocabularyFile('nucc', nucc),
  ]
  const kept = before.filter(
    ({ kind }) => !(kind === 'payers' && payers !== null) && !(kind === 'nucc' && nucc !== null),
  )
  const byText = new Map([...kept, ...given].map((file) => [JSON.stringify(file), file]))
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, file]) => file)
}

function vocabularyFile(kind: 'payers' | 'nucc', path: string | null): Settings['files'] {
  return path === null ? [] : [{ kind, ...undated(resolve(path)), code: null }]
}

function servedAs(
  { notice, regions }: IngestRequest,
  previous: Previous | null,
): Pick<Manifest, 'notice'> & { readonly regions: readonly string[] | null } {
  return {
    notice: notice ?? previous?.manifest.notice ?? null,
    regions: regions === 'all' ? null : (regions ?? previous?.manifest.regions ?? null),
  }
}

function newestDay(sources: readonly SourceFile[]): string | null {
  return sources.map(({ as_of }) => as_of).reduce(laterDate, null)
}
