import assert from 'node:assert/strict'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Health } from '@careatlas/contract/envelopes'
import { pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { vocabularyWithEmbedder } from '@careatlas/search/query/query-resources'
import { staticEmbedder } from '@careatlas/vocabulary/embedder'
import { type Logger, pino } from 'pino'
import { SnapshotManager } from './snapshot-manager.ts'
import { publishOddDirectory } from '../odd-directory.fixture.ts'
import { runServer } from '../running.fixture.ts'
import { verifyIntervalMs } from './verify-in-background.ts'
import { publishSmallDirectory, small } from '../small-directory.fixture.ts'

/** A bound on the rounds of requests while a small directory is opened. Measured: 125 to 142 on two cores. */
const roundsMax = 5000

const log = pino({ level: 'silent' })

/** A log that keeps its lines. */
function captureLog(level = 'error'): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = []
  return { lines, log: pino({ level }, { write: (line: string) => lines.push(line) }) }
}

/** Parses no sample queries first. */
function start(dataDir: string, managerLog: Logger): Promise<SnapshotManager> {
  return SnapshotManager.start(dataDir, managerLog, { warmsUp: false })
}

function flipByte(path: string): void {
  const bytes = readFileSync(path)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] as number) ^ 1
  writeFileSync(path, bytes)
}

function generationOf(manager: SnapshotManager): string {
  return manager.get().snapshot.manifest.generation
}

describe('the served generation', () => {
  test('is unavailable until one is published, and is then served without a restart', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await using manager = await start(folder.path, log)
    assert.throws(() => manager.get(), { code: 'unavailable' })
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await manager.refresh()
    assert.equal(manager.get().snapshot.manifest.generation, '2026-11-09.1')
  })

  test('changes with the pointer, and a pending request keeps the one it started with', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1', 'Old.')
    await using manager = await start(folder.path, log)
    const old = manager.get()
    const { promise, resolve } = Promise.withResolvers<void>()
    const pendingCard = old.holdWhile(promise.then(() => old.snapshot.providerCard(small.npi)))

    await publishSmallDirectory(folder.path, '2026-11-09.2', 'New.')
    await manager.refresh()
    assert.match(manager.get().snapshot.providerCard(small.npi) ?? '', /New\./)
    resolve()
    assert.match((await pendingCard) ?? '', /Old\./)
  })

  test('changes over HTTP without a failed request', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    await using server = await runServer()
    await publishSmallDirectory(server.dataDir, '2026-11-09.2')
    const generations: string[] = []
    context.mock.timers.tick(1000)
    for (let round = 0; round < roundsMax && generations.at(-1) !== '2026-11-09.2'; round++) {
      const responses = await Promise.all(
        ['/v1/health', '/v1/providers?last_name=OLIVEIRA'].map((path) => server.get(path)),
      )
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200],
      )
      generations.push(Health.parse(await responses[0]!.json()).generation)
    }
    assert.deepEqual([...new Set(generations)], ['2026-11-09.1', '2026-11-09.2'])
  })

  test('is checked every second', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await using manager = await start(folder.path, log)
    await publishSmallDirectory(folder.path, '2026-11-09.2')
    context.mock.timers.tick(1000)
    while (manager.get().snapshot.manifest.generation !== '2026-11-09.2') await setImmediate()
  })

  test('is closed after its last request has ended', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    const manager = await start(folder.path, log)
    const { snapshot } = manager.get()
    await manager[Symbol.asyncDispose]()
    assert.throws(() => snapshot.registryStatus(small.npi), /not open|finalized/)
    assert.throws(() => manager.get(), { code: 'unavailable' })
  })

  for (const [caseName, damage] of [
    ['a changed byte', (path: string) => appendFileSync(join(path, 'cards.sqlite'), 'x')],
    ['a changed manifest', (path: string) => appendFileSync(join(path, 'manifest.json'), ' ')],
    ['an unlisted file', (path: string) => writeFileSync(join(path, 'extra'), '')],
  ] as const) {
    test(`does not change if the new one has ${caseName}, which is logged once`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
      const { lines, log: capturedLog } = captureLog()
      await publishSmallDirectory(folder.path, '2026-11-09.1')
      await using manager = await start(folder.path, capturedLog)
      await publishSmallDirectory(folder.path, '2026-11-09.2')
      damage(snapshotFolder(folder.path, '2026-11-09.2'))
      await manager.refresh()
      await manager.refresh()
      assert.equal(manager.get().snapshot.manifest.generation, '2026-11-09.1')
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /damaged/)
    })
  }

  for (const [caseName, damagePointer] of [
    ['names an unknown generation', (pointer: string) => writeFileSync(pointer, '2030-01-01.1\n')],
    ['contains a path outside the folder', (pointer: string) => writeFileSync(pointer, '../../../etc\n')],
    ['contains binary data', (pointer: string) => writeFileSync(pointer, '\0\xff'.repeat(100))],
    ['is empty', (pointer: string) => writeFileSync(pointer, '')],
    ['is missing', (pointer: string) => rmSync(pointer)],
    [
      'is a folder',
      (pointer: string) => {
        rmSync(pointer)
        mkdirSync(pointer)
      },
    ],
  ] as const) {
    test(`does not change, but is degraded, if the pointer ${caseName}; the log states once how to repair it`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
      const { lines, log: capturedLog } = captureLog()
      await publishSmallDirectory(folder.path, '2026-11-09.1')
      await using manager = await start(folder.path, capturedLog)
      damagePointer(join(folder.path, pointerFile))
      await manager.refresh()
      await manager.refresh()
      assert.equal(manager.get().snapshot.manifest.generation, '2026-11-09.1')
      assert.equal(manager.isDegraded, true)
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /publish it again with careatlas ingest/)
    })
  }
})

describe('a snapshot damaged before startup', () => {
  test('is replaced by the previous one, whichever file is damaged; the log names the file once', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await publishSmallDirectory(folder.path, '2026-11-09.2')
    const newest = snapshotFolder(folder.path, '2026-11-09.2')
    const files = globSync('**/*', { cwd: newest }).filter((name) => statSync(join(newest, name)).isFile())
    for (const name of files.filter((file) => statSync(join(newest, file)).size > 0)) {
      const { lines, log: capturedLog } = captureLog()
      const intact = readFileSync(join(newest, name))
      flipByte(join(newest, name))
      await using manager = await start(folder.path, capturedLog)
      assert.equal(generationOf(manager), '2026-11-09.1')
      assert.equal(manager.isDegraded, true)
      assert.equal(lines.length, 1)
      assert.ok(lines[0]?.includes(name), `${name}: ${lines[0]}`)
      writeFileSync(join(newest, name), intact)
    }
    await using manager = await start(folder.path, log)
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.2', false])
  })

  test('under the name of another generation is not served', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    cpSync(snapshotFolder(folder.path, '2026-11-09.1'), snapshotFolder(folder.path, '2026-11-16.2'), {
      recursive: true,
    })
    writeFileSync(join(folder.path, pointerFile), '2026-11-16.2\n')
    await using manager = await start(folder.path, log)
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.1', true])
  })

  test('makes the directory unavailable only if no other snapshot is valid', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    for (const generation of ['2026-11-09.1', '2026-11-09.2']) {
      await publishSmallDirectory(folder.path, generation)
      rmSync(join(snapshotFolder(folder.path, generation), 'cards.sqlite'))
    }
    const { lines, log: capturedLog } = captureLog()
    await using manager = await start(folder.path, capturedLog)
    assert.throws(() => manager.get(), { code: 'unavailable' })
    assert.equal(lines.length, 2)
    await publishSmallDirectory(folder.path, '2026-11-09.3')
    await manager.refresh()
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.3', false])
  })

  test('is served, degraded, if only the pointer is lost: the server uses the newest snapshot', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await publishSmallDirectory(folder.path, '2018-12-01.2')
    rmSync(join(folder.path, pointerFile))
    const { lines, log: capturedLog } = captureLog()
    await using manager = await start(folder.path, capturedLog)
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2018-12-01.2', true])
    assert.match(lines.join(''), /CURRENT names no snapshot: publish it again with careatlas ingest/)
  })
})

describe('a snapshot damaged while it is served', () => {
  test('is replaced by the previous one until the next publication, and the log names the file', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await publishSmallDirectory(folder.path, '2026-11-09.2')
    const { lines, log: capturedLog } = captureLog()
    await using manager = await start(folder.path, capturedLog)
    await manager.verify()
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.2', false])
    flipByte(join(snapshotFolder(folder.path, '2026-11-09.2'), 'cards.sqlite'))
    await manager.verify()
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.1', true])
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /cards\.sqlite does not match its SHA-256\): publish it again/)
    await publishSmallDirectory(folder.path, '2026-11-09.3')
    await manager.refresh()
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.3', false])
  })

  test('stays live, degraded, if no other snapshot is valid', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await publishSmallDirectory(folder.path, '2026-11-09.2')
    await using manager = await start(folder.path, log)
    for (const generation of ['2026-11-09.1', '2026-11-09.2'])
      flipByte(join(snapshotFolder(folder.path, generation), 'segment/providers/id.u32'))
    await manager.verify()
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.2', true])
    assert.match(manager.get().snapshot.providerCard(small.npi) ?? '', /OLIVEIRA/)
  })

  test('is served again once its files are repaired', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await publishSmallDirectory(folder.path, '2026-11-09.2')
    await using manager = await start(folder.path, log)
    const path = join(snapshotFolder(folder.path, '2026-11-09.2'), 'cards.sqlite')
    flipByte(path)
    await manager.verify()
    await manager.verify()
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.1', true])
    flipByte(path)
    await manager.verify()
    assert.deepEqual([generationOf(manager), manager.isDegraded], ['2026-11-09.2', false])
  })

  test('is verified once, even if several cards fail', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    const { lines, log: capturedLog } = captureLog()
    await using manager = await start(folder.path, capturedLog)
    flipByte(join(snapshotFolder(folder.path, '2026-11-09.1'), 'cards.sqlite'))
    for (let failures = 0; failures < 3; failures++) {
      manager.suspectCorruption()
      while (!manager.isDegraded) await setImmediate()
    }
    assert.equal(lines.length, 1)
  })

  test('is detected without a request', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await using manager = await start(folder.path, log)
    flipByte(join(snapshotFolder(folder.path, '2026-11-09.1'), 'carriers.json'))
    context.mock.timers.tick(verifyIntervalMs)
    while (!manager.isDegraded) await setImmediate()
  })

  test('does not delay shutdown while it is verified', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    const { lines, log: capturedLog } = captureLog()
    const manager = await start(folder.path, capturedLog)
    const verifying = manager.verify()
    await manager[Symbol.asyncDispose]()
    await verifying
    assert.deepEqual(lines, [])
  })
})

describe('a snapshot with another embedder than the server, or without its phrases,', () => {
  const endpoint = { ...staticEmbedder(), id: 'openai-compatible:m' }
  const cases = [
    [endpoint, /no vectors of phrases: the built-in model finds the concepts until the ingest runs again/],
    [
      { ...endpoint, id: 'transformers:all-MiniLM-L6-v2:0123456789ab' },
      /run the ingest again with the EMBEDDER/,
    ],
  ] as const
  for (const [embedder, warning] of cases) {
    test(`is served with one warning: ${embedder.id}`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'snapshot-manager-'))
      await publishOddDirectory(folder.path, '2026-11-09.1', embedder)
      const { lines, log: capturedLog } = captureLog('warn')
      const vocabulary = vocabularyWithEmbedder(endpoint, {})
      await using manager = await SnapshotManager.start(folder.path, capturedLog, {
        vocabulary,
        warmsUp: false,
      })
      await manager.refresh()
      assert.equal(generationOf(manager), '2026-11-09.1')
      assert.equal(lines.length, 1)
      assert.match(lines[0]!, warning)
    })
  }
})
