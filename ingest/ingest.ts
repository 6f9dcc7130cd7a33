/** Reads source files and publishes a snapshot; the previous snapshot stays live until the end. */
import {
  computeChecksums,
  newestManifest,
  SnapshotCorruptError,
  verifyGeneration,
} from '@careatlas/directory/snapshot/checksums'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { type Manifest, snapshotFormat, type SourceFile } from '@careatlas/directory/snapshot/format'
import { resolve } from 'node:path'
import { compareText, maxDate } from './ordering.ts'
import { type Embedder, openEmbedder } from '@careatlas/vocabulary/embedder'
import type { EmbedderChoice } from '@careatlas/vocabulary/embedder-choice'
import type { EndpointOptions } from '@careatlas/models/endpoint'
import type { ComposeContext } from './compose/context.ts'
import { dropSources } from './drop-sources.ts'
import { firstError, isStorageFailure, StorageError, toPublishError } from './storage-error.ts'
import type { Settings } from './snapshot-builder/fact-store.ts'
import { SnapshotBuilder } from './snapshot-builder.ts'
import { nameMismatchReason } from './facts/name-mismatch.ts'
import { readSources } from './read-sources.ts'
import { InputError } from './input-error.ts'
import { readOfficialNames } from './nucc-file.ts'
import { readPayers } from './payers-file.ts'
import { writePhrases } from './phrases.ts'
import type { IngestProgress } from './progress.ts'
import { hasChanges } from './publish/has-changes.ts'
import { acquireIngestLock } from './publish/ingest-lock.ts'
import { type PreviousSnapshot, readPreviousSnapshot } from './publish/previous-snapshot.ts'
import { type BuildingFolder, createBuildingFolder, nextGeneration, publish } from './publish/publish.ts'
import { recordFormerLocations } from './publish/record-former-locations.ts'
import { rejectShrink } from './publish/shrink.ts'
import { dropRepeatedFiles } from './repeated-files.ts'
import {
  estimateBytes,
  noFiles,
  listGivenFiles,
  type SourceFiles,
  listSources,
  toSourcePath,
} from './source-files.ts'
import { orderSources } from './source-order.ts'
import { listingRejectionReasons } from './steps/reconcile-facilities.ts'
import { runSteps } from './run-steps.ts'
import { partitionsPerRun, countThreads, WorkerThreads } from './steps/worker-pool.ts'

export interface IngestRequest extends SourceFiles {
  /** Adds the files to those of the live snapshot; options with null keep their previous value. */
  readonly update: boolean
  /** Sources of the updated snapshot whose facts are removed: file names, source ids or carrier codes. */
  readonly dropSources: readonly string[]
  /** The payer vocabulary: names and aliases of carrier codes. */
  readonly payers: string | null
  /** The NUCC code set, for official specialty names. */
  readonly nucc: string | null
  /** ISO 3166-2 codes to serve. */
  readonly regions: readonly string[] | 'all' | null
  /** A sentence on every card. */
  readonly notice: string | null
  /** A language model that rewrites the biographies, checked against the facts; null for templates only. */
  readonly composer: EndpointOptions | null
  /** Embeds texts for semantic search; a server uses the same embedder. */
  readonly embedder: EmbedderChoice
  /** Publishes although the directory has far fewer entries than the live one. */
  readonly acceptShrink: boolean
}

/** A request without files, to which callers add theirs. */
export const emptyRequest: IngestRequest = {
  ...noFiles,
  update: false,
  dropSources: [],
  payers: null,
  nucc: null,
  regions: null,
  notice: null,
  composer: null,
  embedder: { name: 'static' },
  acceptShrink: false,
}

/** The manifest of the live snapshot after an ingest; `published` is false if an update changed nothing. */
export type IngestResult = Manifest & { readonly published: boolean }

/**
 * Publishes a snapshot of `request` in `dataDir`, and returns its manifest. An update without changes publishes nothing, and returns
 * the manifest of the snapshot that stays live. `threads` is the number of worker threads; the default depends on the size of the
 * input, and the result does not depend on it. After an error, the previous snapshot stays live.
 *
 * @throws {InputError} when a file is not usable.
 * @throws {EmbedderError} when the embedder fails.
 * @throws {StorageError} when the snapshot cannot be written.
 */
export async function ingest(
  request: IngestRequest,
  dataDir: string,
  progress: IngestProgress,
  threads?: number,
): Promise<IngestResult> {
  try {
    using _lock = acquireIngestLock(dataDir)
    const liveManifest = await newestManifest(dataDir)
    const previous = request.update ? await readPreviousSnapshot(dataDir) : null
    using building = createBuildingFolder(dataDir)
    const built = await build(request, previous, building, progress, threads)
    const { settings, openedEmbedder, ...contents } = built
    rejectShrink(liveManifest, contents, request.acceptShrink)
    await writePhrases(building.snapshot, openedEmbedder, { dataDir, manifest: liveManifest }, progress)
    progress.startStage('comparing')
    recordFormerLocations({
      live: await findComparableSnapshot(dataDir, liveManifest, contents),
      next: building.snapshot,
      work: building.work,
      day: contents.data_as_of,
      regions: contents.regions && new Set(contents.regions),
    })
    const files = await computeChecksums(building.snapshot)
    if (previous !== null && !hasChanges(previous, { manifest: { ...contents, files }, settings }))
      return { ...previous.manifest, published: false }
    progress.startStage('publishing')
    const manifest: Manifest = {
      format: snapshotFormat,
      generation: nextGeneration(dataDir, contents.data_as_of),
      created_at: new Date().toISOString(),
      ...contents,
      files,
    }
    await publish(dataDir, building.snapshot, manifest)
    return { ...manifest, published: true }
  } catch (thrown) {
    const error = firstError(thrown)
    if (error instanceof InputError || error instanceof StorageError) throw error
    if (isStorageFailure(error)) throw toPublishError(error, dataDir)
    throw error
  }
}

/**
 * The folder of the live snapshot, with verified checksums, to compare its identifiers with those of the next snapshot. Null if
 * there is no live snapshot, if it is damaged, or if only the live one has a notice, as the fictional region has.
 */
async function findComparableSnapshot(
  dataDir: string,
  liveManifest: Manifest | null,
  next: Contents,
): Promise<string | null> {
  if (liveManifest === null || (liveManifest.notice !== null && next.notice === null)) return null
  try {
    await verifyGeneration(dataDir, liveManifest.generation)
    return snapshotFolder(dataDir, liveManifest.generation)
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
  updatedSnapshot: PreviousSnapshot | null,
  { work, snapshot }: BuildingFolder,
  progress: IngestProgress,
  threads?: number,
): Promise<Contents & { readonly settings: Settings; readonly openedEmbedder: Embedder }> {
  const embedder = await openAndTestEmbedder(request.embedder)
  const previous = updatedSnapshot && dropSources(updatedSnapshot, request.dropSources, work, progress)
  const settings = await readSettings(request, previous, progress)
  const { files, repeated } = await dropRepeatedFiles(request)
  for (const sentence of repeated) progress.note(sentence)
  const sources = await listSources(files)
  const previousSources = previous?.manifest.sources ?? []
  const bytes = estimateBytes(sources, previous?.facts ?? null)
  const threadCount = threads ?? countThreads(bytes)
  await using workers = new WorkerThreads(threadCount)
  const { ordered, rankOf } = orderSources([
    ...previousSources,
    ...(await readSources(sources, work, previousSources, progress)),
  ])
  const { notice, regions } = resolveNoticeAndRegions(request, previous)
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
      compose: createComposeContext(settings, notice, ordered),
      composer: request.composer,
    },
    workers,
    builder,
    progress,
  )
  progress.startStage('indexing')
  const dataAsOf = findDataDate(ordered)
  await builder.finish(work, dataAsOf, settings, embedder)
  return {
    settings,
    openedEmbedder: embedder,
    data_as_of: dataAsOf,
    notice,
    regions: regions && [...regions],
    embedder: embedder.id,
    counts: builder.counts,
    sources: ordered.map((source, file) => addBuilderCounts(source, file, builder)),
    composer: request.composer && {
      model: request.composer.model,
      kept: builder.rewrites.accepted,
      unanswered: builder.rewrites.failed,
      unsupported: builder.rewrites.rejected,
    },
  }
}

/** Embeds one text before the files are read, so that a wrong address fails immediately. */
async function openAndTestEmbedder(choice: EmbedderChoice): Promise<Embedder> {
  const embedder = await openEmbedder(choice)
  await embedder.embed(['a doctor for the heart'], 'document')
  return embedder
}

function createComposeContext(
  { payers, officialNames }: Settings,
  notice: string | null,
  sources: readonly SourceFile[],
): ComposeContext {
  return {
    carrierNames: new Map(payers.map(({ code, name }) => [code, name])),
    officialNames: officialNames && new Map(officialNames),
    notice,
    registryAsOf: findNewestDate(sources.filter(({ kind }) => kind === 'registry')),
  }
}

/** The source with the counts of the builder; `file` is its index. */
function addBuilderCounts(source: SourceFile, file: number, builder: SnapshotBuilder): SourceFile {
  return {
    ...source,
    unregistered: builder.unregistered[file] ?? 0,
    left_out: replaceCounts(source.left_out, {
      [nameMismatchReason]: builder.nameMismatches[file] ?? 0,
      ...Object.fromEntries(
        listingRejectionReasons.map((reason) => [reason, builder.leftOut[reason][file] ?? 0]),
      ),
    }),
  }
}

/** Replaces counts that depend on all facts, because an update can change them. */
function replaceCounts(
  leftOut: SourceFile['left_out'],
  counted: Readonly<Record<string, number>>,
): SourceFile['left_out'] {
  const independentCounts = Object.entries(leftOut).filter(([reason]) => !(reason in counted))
  const recounted = Object.entries(counted).map(
    ([reason, rows]) => [reason, { rows, first_lines: [] }] as const,
  )
  const all = [...independentCounts, ...recounted.filter(([, { rows }]) => rows > 0)]
  return Object.fromEntries(all.toSorted(([a], [b]) => compareText(a, b)))
}

/** The settings of the request. Settings that the request omits come from the updated snapshot. */
async function readSettings(
  request: IngestRequest,
  previous: PreviousSnapshot | null,
  progress: IngestProgress,
): Promise<Settings> {
  const previousSettings = previous?.settings ?? { payers: [], carriers: [], officialNames: null, files: [] }
  const codes = request.networks.map(({ code }) => code)
  return {
    payers: request.payers === null ? previousSettings.payers : await readPayers(request.payers, progress),
    carriers: [...new Set([...previousSettings.carriers, ...codes])].toSorted(),
    officialNames:
      request.nucc === null ? previousSettings.officialNames : [...(await readOfficialNames(request.nucc))],
    files: mergeRecordedFiles(previousSettings.files, request),
  }
}

/** The files of the updated snapshot and of the request, in a stable order; a new vocabulary replaces the old one. */
function mergeRecordedFiles(previousFiles: Settings['files'], request: IngestRequest): Settings['files'] {
  const { payers, nucc } = request
  const given = [
    ...listGivenFiles(request).map((file) => ({ ...file, path: resolve(file.path) })),
    ...toVocabularyFile('payers', payers),
    ...toVocabularyFile('nucc', nucc),
  ]
  const kept = previousFiles.filter(
    ({ kind }) => !(kind === 'payers' && payers !== null) && !(kind === 'nucc' && nucc !== null),
  )
  const byJson = new Map([...kept, ...given].map((file) => [JSON.stringify(file), file]))
  return [...byJson].toSorted(([a], [b]) => compareText(a, b)).map(([, file]) => file)
}

function toVocabularyFile(kind: 'payers' | 'nucc', path: string | null): Settings['files'] {
  return path === null ? [] : [{ kind, ...toSourcePath(resolve(path)), code: null }]
}

function resolveNoticeAndRegions(
  { notice, regions }: IngestRequest,
  previous: PreviousSnapshot | null,
): Pick<Manifest, 'notice'> & { readonly regions: readonly string[] | null } {
  return {
    notice: notice ?? previous?.manifest.notice ?? null,
    regions: regions === 'all' ? null : (regions ?? previous?.manifest.regions ?? null),
  }
}

/** The day of the newest registry file; without a dated one, of the newest other file. */
function findDataDate(sources: readonly SourceFile[]): string {
  const used = sources.filter(({ facts }) => facts > 0)
  return (
    findNewestDate(used.filter(({ kind }) => kind === 'registry')) ??
    findNewestDate(used) ??
    new Date().toISOString().slice(0, 10)
  )
}

function findNewestDate(sources: readonly SourceFile[]): string | null {
  return sources.map(({ as_of }) => as_of).reduce(maxDate, null)
}
