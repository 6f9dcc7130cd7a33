/** An ingest with too little disk space, on a tmpfs of different sizes. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { verifyGeneration } from '@careatlas/directory/snapshot/checksums'
import {
  readCurrentGeneration,
  listPublishedGenerations,
  snapshotsFolder,
} from '@careatlas/directory/snapshot/current'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { randomFrom } from '@careatlas/fixtures/random'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'
import { Installation, type Outcome } from './command.fixture.ts'

/** The number of disk sizes, and of runs for each stage; `npm run test:long` runs more. */
const sizes = Number(process.env['DISK_SIZES'] ?? 8)
const runsPerStage = Math.ceil(sizes / 8)

/** This stage ends with the removal of files, which may free enough space for the rest. */
const spaceFreeingStage = 'writing places'

const random = randomFrom(1)

/** Rows of the region's main file; few, so that an ingest is quick. */
const rows = 200

const largeSize = 16 * 1024 * 1024

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
let ingestArgs: readonly string[]

before(() => {
  const [main] = writeRegion(files.path).nppes as [string]
  keepRows(main, rows)
  ingestArgs = ['ingest', '--nppes', main]
})
after(() => files.remove())

/** A separate file system for a data folder; `mount` requires root. */
class SmallDisk implements Disposable {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${largeSize}`, 'tmpfs', folder])
  }

  get usedBytes(): number {
    const { blocks, bfree, bsize } = statfsSync(this.#folder)
    return (blocks - bfree) * bsize
  }

  limitFreeSpace(bytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${this.usedBytes + bytes}`, this.#folder])
  }

  [Symbol.dispose](): void {
    execFileSync('umount', ['--lazy', this.#folder])
  }
}

function canMount(): boolean {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'mount-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder.path])
  return status === 0 && spawnSync('umount', [folder.path]).status === 0
}

/** Asserts that a failed ingest left no files. */
async function assertUntouched(installation: Installation, generation: string, { stderr }: Outcome) {
  assert.match(stderr, /^Nothing was published because .*\.\n$/m)
  assert.doesNotMatch(stderr, /\n\s+at /)
  assert.equal(readCurrentGeneration(installation.dataDir), generation)
  assert.deepEqual(
    readdirSync(snapshotsFolder(installation.dataDir)).toSorted(),
    listPublishedGenerations(installation.dataDir).toSorted(),
  )
  assert.ok(!readdirSync(installation.dataDir).includes('CURRENT.next'))
  await verifyGeneration(installation.dataDir, generation)
}

const skip = canMount() ? false : 'needs the right to mount a tmpfs'

describe('an ingest on a full disk', { skip }, () => {
  const installation = new Installation()
  let disk: SmallDisk
  let stages: readonly string[]

  before(async () => {
    disk = new SmallDisk(installation.dataDir)
    const { status, stderr } = await installation.run(...ingestArgs)
    assert.equal(status, 0, stderr)
    stages = stagesIn(stderr)
  })
  after(() => {
    disk[Symbol.dispose]()
    installation[Symbol.dispose]()
  })

  /** True if the ingest published; otherwise asserts that it changed nothing. */
  async function attempt(run: () => Promise<Outcome>): Promise<boolean> {
    const generation = readCurrentGeneration(installation.dataDir) as string
    const used = disk.usedBytes
    const outcome = await run()
    if (outcome.status !== 0) {
      assert.equal(outcome.status, 4, outcome.stderr)
      await assertUntouched(installation, generation, outcome)
      assert.ok(disk.usedBytes <= used, `${disk.usedBytes - used} bytes are left behind`)
    }
    disk.limitFreeSpace(largeSize)
    return outcome.status === 0
  }

  test('of any size exits with status 4, and the previous snapshot stays live', async (t) => {
    await using server = await LoggedServer.start(installation.dataDir)
    let [tooLittle, enough] = [0, largeSize]
    for (let size = 0; size < sizes; size++) {
      const freeBytes = size === 0 ? 0 : Math.round((tooLittle + enough) / 2)
      const published = await attempt(() => {
        disk.limitFreeSpace(freeBytes)
        return installation.run(...ingestArgs)
      })
      if (published) enough = freeBytes
      else tooLittle = freeBytes
      assert.equal((await fetch(`${server.url}/v1/health`)).status, 200)
    }
    t.diagnostic(`${tooLittle} bytes were too little, ${enough} enough`)
    assert.ok(tooLittle > 0)
  })

  test('that becomes full during any stage exits with status 4 or publishes', async (t) => {
    const failedStages: string[] = []
    for (const stage of stages) {
      for (let round = 0; round < runsPerStage; round++) {
        const freeBytes = round === 0 ? 0 : random.index(64) * 4096
        const published = await attempt(() => runUntilFull(stage, freeBytes))
        if (!published) failedStages.push(stage)
      }
    }
    t.diagnostic(`failed: ${failedStages.join(', ')}`)
    assert.deepEqual(
      stages.filter((stage) => stage !== spaceFreeingStage && !failedStages.includes(stage)),
      [],
    )
  })

  /** Limits the free space once the ingest has started the stage. */
  async function runUntilFull(stage: string, freeBytes: number): Promise<Outcome> {
    const child = installation.start(ingestArgs)
    let stderr = ''
    let isFull = false
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
      if (isFull || !stagesIn(stderr).includes(stage)) return
      isFull = true
      child.kill('SIGSTOP')
      disk.limitFreeSpace(freeBytes)
      child.kill('SIGCONT')
    })
    const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { status: child.exitCode, stdout, stderr }
  }

  test('publishes when there is space again', async () => {
    const generation = readCurrentGeneration(installation.dataDir)
    const { status, stderr } = await installation.run(...ingestArgs)
    assert.equal(status, 0, stderr)
    assert.notEqual(readCurrentGeneration(installation.dataDir), generation)
  })
})

/** Returns the lines that are only the name of a stage. */
function stagesIn(stderr: string): readonly string[] {
  return stderr
    .split('\n')
    .slice(0, -1)
    .filter((line) => /^[a-z][a-z ]+$/.test(line))
}

/** Runs the command with a file size limit in KiB: writes above it fail with EFBIG (setrlimit(2)). */
function runWithSmallFiles({ dataDir }: Installation, kib: number): Outcome {
  const limited = `trap '' XFSZ; ulimit -f ${kib}; exec "$@"`
  const command = [process.execPath, join(import.meta.dirname, 'main.ts'), ...ingestArgs]
  const environment = { ...process.env, DATA_DIR: dataDir }
  return spawnSync('bash', ['-c', limited, 'bash', ...command], { env: environment, encoding: 'utf8' })
}

for (const [kib, skipSize] of [
  [0, skipSlow],
  [8, false],
  [128, skipSlow],
] as const) {
  const name = `an ingest with a file size limit of ${kib} KiB exits with status 4 and leaves no files`
  test(name, { skip: skipSize }, async () => {
    using installation = new Installation()
    const { status, stderr } = await installation.run(...ingestArgs)
    assert.equal(status, 0, stderr)
    const generation = readCurrentGeneration(installation.dataDir) as string
    const outcome = runWithSmallFiles(installation, kib)
    assert.equal(outcome.status, 4, outcome.stderr)
    await assertUntouched(installation, generation, outcome)
  })
}
