/** The number of threads changes only the duration of an ingest, not its result or its cleanup after a failure. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempDisposableSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { readCurrentGeneration, snapshotFolder, snapshotsFolder } from '@careatlas/directory/snapshot/current'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { factsFile } from '@careatlas/ingest/snapshot-builder/fact-store'
import { ingest, type IngestRequest, type IngestResult } from '@careatlas/ingest/ingest'
import { type IngestProgress, silentProgress } from '@careatlas/ingest/progress'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { createDemoIngest } from './demo-ingest.ts'

/** An ingest must not wait for a worker that has exited. Without failures it takes a few seconds. */
const timeout = 120_000

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const dataDir = join(files.path, 'data')
let region: IngestRequest
let singleThreaded: Manifest

before(async () => {
  region = createDemoIngest(files.path)
  keepRows(region.nppes[0]!.path, 300)
  singleThreaded = await ingest(region, dataDir, silentProgress, 0)
})
after(() => files.remove())

for (const [threads, skip] of [
  [2, false],
  [3, skipSlow],
] as const) {
  test(`${threads} threads publish the same bytes as one thread`, { timeout, skip }, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'threads-'))
    const manifest = await ingest(region, folder.path, silentProgress, threads)
    assert.deepEqual(manifest.files, singleThreaded.files)
    assert.deepEqual(manifest.counts, singleThreaded.counts)
    assert.deepEqual(manifest.sources, singleThreaded.sources)
  })
}

test(
  'an update with 2 threads publishes the same bytes as one thread',
  { timeout, skip: skipSlow },
  async () => {
    const published: IngestResult[] = []
    for (const threads of [0, 2]) {
      using copy = copyDataDir()
      const update = { ...region, update: true, notice: 'Updated.' }
      published.push(await ingest(update, copy.path, silentProgress, threads))
    }
    assert.ok(published[0]!.published)
    assert.deepEqual(published[1]!.files, published[0]!.files)
  },
)

/** Copies the data folder with its published snapshot. */
function copyDataDir(): ReturnType<typeof mkdtempDisposableSync> {
  const copy = mkdtempDisposableSync(join(tmpdir(), 'threads-'))
  cpSync(dataDir, copy.path, { recursive: true })
  return copy
}

/** Returns a progress that calls `action` once, when the stage has reached this share; 0 is its start. */
function callAtProgress(stage: string, share: number, action: () => void): IngestProgress {
  let currentStage = ''
  let isResolved = false
  const report = (reached: number): void => {
    if (isResolved || currentStage !== stage || reached < share) return
    isResolved = true
    action()
  }
  return {
    ...silentProgress,
    startStage: (name) => {
      currentStage = name
      report(0)
    },
    advance: report,
  }
}

/** Asserts that the previous snapshot is live, and that there are no other files. */
function assertNothingLeft(folder: string): void {
  assert.equal(readCurrentGeneration(folder), singleThreaded.generation)
  assert.deepEqual(readdirSync(snapshotsFolder(folder)), [singleThreaded.generation])
}

/** Calls `run` with a list that receives every thread that starts. */
async function withThreads(run: (threads: readonly Worker[]) => Promise<void>): Promise<void> {
  const threads: Worker[] = []
  const addThread = (thread: Worker): number => threads.push(thread)
  process.on('worker', addThread)
  try {
    await run(threads)
  } finally {
    process.off('worker', addThread)
  }
}

/** The share of the stage that is done when the thread exits. */
const exits: readonly (readonly [stage: string, share: number, skip: false | string])[] = [
  ['merging', 0, false],
  ['merging', 0.5, false],
  ['resolving places', 0, skipSlow],
  ['writing places', 0.5, skipSlow],
  ['composing cards', 0, skipSlow],
  ['composing cards', 0.5, false],
]
for (const [stage, share, skip] of exits) {
  const when = `${share === 0 ? 'at the start of' : 'during'} "${stage}"`
  test(
    `if a thread exits ${when}, the ingest fails and leaves no threads and no files`,
    { timeout, skip },
    () =>
      withThreads(async (threads) => {
        const progress = callAtProgress(stage, share, () => setImmediate(() => threads[0]!.terminate()))
        await assert.rejects(ingest(region, dataDir, progress, 2), {
          // 0 if the thread had not started.
          message: /^An ingest thread ended \([01]\)$/,
        })
        // -1 after a thread has stopped.
        assert.deepEqual(
          threads.map(({ threadId }) => threadId),
          [-1, -1],
        )
        assertNothingLeft(dataDir)
      }),
  )
}

/** Lists the files with temporary facts of the ingest in `folder`. */
function listTemporaryFacts(folder: string): readonly string[] {
  const [building] = readdirSync(snapshotsFolder(folder)).filter((name) => name.startsWith('.'))
  const work = join(snapshotsFolder(folder), building!, 'work')
  const names = readdirSync(work).filter((name) => name.startsWith('facts.'))
  return names.map((name) => join(work, name))
}

/** Damage to the data folder during the merge of an update, and the error that reports it. */
const failures: Readonly<
  Record<string, readonly [fail: (folder: string) => void, message: RegExp, codes: object]>
> = {
  'of the file system': [
    (folder) => {
      for (const path of listTemporaryFacts(folder)) {
        rmSync(path)
        mkdirSync(path)
      }
    },
    /^Nothing was published because DATA_DIR \(\S+\) cannot be used: EISDIR: /,
    { code: 'EISDIR', errcode: undefined },
  ],
  'of a database': [
    (folder) => rmSync(join(snapshotFolder(folder, singleThreaded.generation), factsFile)),
    /^Nothing was published because DATA_DIR \(\S+\) cannot be used: unable to open database file/,
    { code: 'ERR_SQLITE_ERROR', errcode: 14 },
  ],
  'of our own code': [
    (folder) => {
      for (const path of listTemporaryFacts(folder)) writeFileSync(path, '{"file":\n')
    },
    /^Unexpected end of JSON input$/,
    { code: undefined, errcode: undefined },
  ],
}

for (const [where, [fail, message, codes]] of Object.entries(failures)) {
  for (const threads of [0, 2]) {
    test(
      `a failure ${where} with ${threads} threads is reported correctly, and leaves no files`,
      { timeout },
      async () => {
        using copy = copyDataDir()
        const progress = callAtProgress('merging', 0, () => fail(copy.path))
        await assert.rejects(
          ingest({ ...region, update: true }, copy.path, progress, threads),
          (error: Error) => {
            assert.match(error.message, message)
            const { code, errcode } = (error.cause ?? error) as { code?: unknown; errcode?: unknown }
            assert.deepEqual({ code, errcode }, codes)
            return true
          },
        )
        assertNothingLeft(copy.path)
      },
    )
  }
}

test('after all these failures the next ingest publishes the same bytes', { timeout }, async () => {
  const { generation, files: published } = await ingest(region, dataDir, silentProgress, 2)
  assert.deepEqual(published, singleThreaded.files)
  assert.equal(readCurrentGeneration(dataDir), generation)
})
