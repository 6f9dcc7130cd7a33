import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readCurrentGeneration } from '@careatlas/directory/snapshot/current'
import { randomFrom } from '@careatlas/fixtures/random'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { runsSlowTests } from '@careatlas/fixtures/slow-tests.fixture'
import { waitUntil } from '@careatlas/ingest/wait-until.fixture'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'
import { Installation } from './command.fixture.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const installation = new Installation()
const seed = Number(process.env['CRASH_SEED'] ?? 1)
/** `npm run test:long` runs more. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? (runsSlowTests ? 2 : 1))
const random = randomFrom(seed)

/** Rows of the region's main file that change in the next week. */
const changedRows = 300

let ingestArgs: readonly string[]
let updateArgs: readonly string[]
let ingestMs: number

before(async () => {
  const [main] = writeRegion(files.path).nppes as [string]
  keepRows(main, 2 * changedRows)
  ingestArgs = ['ingest', '--nppes', main]
  const changed = join(files.path, 'npidata_pfile_20251110-20251116.csv')
  const lines = readFileSync(main, 'utf8').split('\n', changedRows + 1)
  writeFileSync(changed, `${lines.join('\n')}\n`)
  updateArgs = ['ingest', '--update', '--nppes', changed]
  const start = performance.now()
  const { status, stderr } = await installation.runAlone(...ingestArgs)
  assert.equal(status, 0, stderr)
  ingestMs = performance.now() - start
})
after(() => {
  installation[Symbol.dispose]()
  files.remove()
})

async function servedGeneration(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/health`)
  assert.equal(response.status, 200)
  const { status, generation } = (await response.json()) as { status: string; generation: string }
  assert.equal(status, 'ok')
  return generation
}

/** Starts an ingest and kills it after `afterMs`, counted from the output of `trigger` if given. True if it was killed. */
async function killIngest(args: readonly string[], afterMs: number, trigger?: string): Promise<boolean> {
  const child = installation.start(args)
  child.stdout.resume()
  if (trigger) for await (const chunk of child.stderr) if (String(chunk).includes(trigger)) break
  await Promise.race([pause(afterMs), once(child, 'exit')])
  if (child.exitCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return child.signalCode === 'SIGKILL'
}

/** At least one run of four must be killed before it ends by itself. */
const runsMax = rounds * 4

/** Repeats `attempt` until it has killed as many processes as there are rounds. A run that ends first does not count. */
async function killRepeatedly(attempt: () => Promise<boolean>): Promise<void> {
  let killed = 0
  for (let run = 0; killed < rounds && run < runsMax; run++) if (await attempt()) killed += 1
  assert.equal(killed, rounds)
}

async function assertIntact(): Promise<void> {
  const { status, stderr } = await installation.run('verify')
  assert.equal(status, 0, stderr)
}

const argsByKind: Readonly<Record<string, () => readonly string[]>> = {
  ingest: () => ingestArgs,
  update: () => updateArgs,
}
for (const [kind, args] of Object.entries(argsByKind)) {
  test(`an ${kind} killed at a random moment does not affect the current snapshot (seed ${seed})`, async () => {
    await using server = await LoggedServer.start(installation.dataDir)
    await killRepeatedly(async () => {
      // Excludes the last tenth of the usual duration, so that most runs are killed.
      const wasKilled = await killIngest(args(), random.number() * 0.9 * ingestMs)
      await assertIntact()
      await waitUntil(
        async () => (await servedGeneration(server.url)) === readCurrentGeneration(installation.dataDir),
      )
      return wasKilled
    })
  })
}

test(`an ingest killed during publication leaves the old or the new snapshot intact (seed ${seed})`, async () => {
  await killRepeatedly(async () => {
    const wasKilled = await killIngest(ingestArgs, random.number() * 25, 'publishing')
    await assertIntact()
    return wasKilled
  })
})

test(`a server killed during a snapshot swap serves an intact snapshot after its restart (seed ${seed})`, async () => {
  for (let round = 0; round < Math.ceil(rounds / 2); round++) {
    const server = await installation.serve('serve')
    const { status } = await installation.run(...ingestArgs)
    assert.equal(status, 0)
    await pause(random.number() * 1200)
    await server.stop('SIGKILL')
    await using restarted = await LoggedServer.start(installation.dataDir)
    assert.equal(await servedGeneration(restarted.url), readCurrentGeneration(installation.dataDir))
  }
})

test('a second ingest at the same time names the first and fails, and a killed ingest leaves no lock', async () => {
  using first = installation.start(ingestArgs)
  first.stdout.resume()
  for await (const _ of first.stderr.iterator({ destroyOnReturn: false })) break
  first.kill('SIGSTOP')
  const second = await installation.run(...ingestArgs)
  assert.equal(second.status, 4, second.stderr)
  assert.match(
    second.stderr,
    new RegExp(`^Another command \\(process ${first.pid}\\) is writing to \\S+\\. .*\\.\n$`),
  )
  first.kill('SIGKILL')
  await once(first, 'exit')
  const third = await installation.run(...ingestArgs)
  assert.equal(third.status, 0, third.stderr)
})

test('after all kills the next ingest succeeds and leaves no temporary files', async () => {
  const { status, stdout } = await installation.run(...ingestArgs, '--json')
  assert.equal(status, 0)
  assert.equal(
    (JSON.parse(stdout) as { generation: string }).generation,
    readCurrentGeneration(installation.dataDir),
  )
  const leftovers = readdirSync(join(installation.dataDir, 'snapshots')).filter((name) =>
    name.startsWith('.'),
  )
  assert.deepEqual(leftovers, [])
})
