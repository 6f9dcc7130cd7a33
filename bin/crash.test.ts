import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposableSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { currentGeneration } from '@careatlas/directory/snapshot/current'
import { randomFrom } from '@careatlas/fixtures/random'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { Installation } from './command.fixture.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const installation = new Installation()
const seed = Number(process.env['CRASH_SEED'] ?? 1)
/** `npm run test:long` asks for more. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 5)
const random = randomFrom(seed)
let ingestWords: readonly string[]
let ingestMs: number

before(async () => {
  ingestWords = ['ingest', '--nppes', ...writeRegion(files.path).nppes]
  const start = performance.now()
  const { status, stderr } = await installation.run(...ingestWords)
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
  return ((await response.json()) as { generation: string }).generation
}

/** Starts an ingest and kills it `afterMs` later, counted from `when` it printed that text if given. True if it was killed. */
async function killIngest(afterMs: number, when?: string): Promise<boolean> {
  const child = installation.start(ingestWords)
  child.stdout.resume()
  if (when) for await (const chunk of child.stderr) if (String(chunk).includes(when)) break
  await Promise.race([pause(afterMs), once(child, 'exit')])
  if (child.exitCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return child.signalCode === 'SIGKILL'
}

test(`an ingest killed at random moments never disturbs what is served (seed ${seed})`, async (t) => {
  await using server = await installation.serve('serve')
  let killed = 0
  for (let round = 0; round < rounds; round++) {
    const old = currentGeneration(installation.dataDir)
    // The last tenth of an undisturbed run is left out, so that most rounds end in a kill.
    if (await killIngest(random.number() * 0.9 * ingestMs)) killed += 1
    const now = currentGeneration(installation.dataDir)
    assert.equal((await installation.run('verify')).status, 0)
    assert.ok([old, now].includes(await servedGeneration(server.url)))
  }
  t.diagnostic(`${killed} of ${rounds} runs were killed`)
  assert.ok(killed > 0)
})

test(`an ingest killed while it publishes leaves the old snapshot or the new one, whole (seed ${seed})`, async (t) => {
  let killed = 0
  for (let round = 0; round < rounds; round++) {
    if (await killIngest(random.number() * 25, 'publishing')) killed += 1
    const { status, stdout } = await installation.run('verify')
    assert.equal(status, 0, stdout)
  }
  t.diagnostic(`${killed} of ${rounds} runs were killed`)
  assert.ok(killed > 0)
})

test(`a server killed during a swap serves a whole snapshot when it is back (seed ${seed})`, async () => {
  for (let round = 0; round < Math.ceil(rounds / 2); round++) {
    const server = await installation.serve('serve')
    const { status } = await installation.run(...ingestWords)
    assert.equal(status, 0)
    await pause(random.number() * 1200)
    await server.stop('SIGKILL')
    await using back = await installation.serve('serve')
    assert.equal(await servedGeneration(back.url), currentGeneration(installation.dataDir))
  }
})

test('after all kills the next ingest succeeds and leaves nothing half-built', async () => {
  const { status, stdout } = await installation.run(...ingestWords, '--json')
  assert.equal(status, 0)
  assert.equal(
    (JSON.parse(stdout) as { generation: string }).generation,
    currentGeneration(installation.dataDir),
  )
  const left = readdirSync(join(installation.dataDir, 'snapshots')).filter((name) => name.startsWith('.'))
  assert.deepEqual(left, [])
})
