import assert from 'node:assert/strict'
import { appendFileSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { pino } from 'pino'
import { Serving } from './serving.ts'
import { publishSmallDirectory, small } from './small-directory.ts'

const log = pino({ level: 'silent' })

describe('the served generation', () => {
  test('is unavailable until one is published, then served without a restart', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'serving-'))
    await using serving = await Serving.follow(folder.path, log)
    assert.throws(() => serving.current(), { code: 'unavailable' })
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await serving.refresh()
    assert.equal(serving.current().snapshot.generation, '2026-11-09.1')
  })

  test('changes with the pointer, and a request under way keeps the one it started with', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'serving-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1', 'Old.')
    await using serving = await Serving.follow(folder.path, log)
    const old = serving.current()
    const { promise, resolve } = Promise.withResolvers<void>()
    const underWay = old.keepFor(promise.then(() => old.snapshot.providerCard(small.npi)))

    await publishSmallDirectory(folder.path, '2026-11-09.2', 'New.')
    await serving.refresh()
    assert.match(serving.current().snapshot.providerCard(small.npi) ?? '', /New\./)
    resolve()
    assert.match((await underWay) ?? '', /Old\./)
  })

  test('is looked for every second', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    using folder = mkdtempDisposableSync(join(tmpdir(), 'serving-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await using serving = await Serving.follow(folder.path, log)
    await publishSmallDirectory(folder.path, '2026-11-09.2')
    context.mock.timers.tick(1000)
    while (serving.current().snapshot.generation !== '2026-11-09.2') await setImmediate()
  })

  test('is closed once its last request has ended', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'serving-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    const serving = await Serving.follow(folder.path, log)
    const { snapshot } = serving.current()
    await serving[Symbol.asyncDispose]()
    assert.throws(() => snapshot.registryStatus(small.npi), /not open|finalized/)
    assert.throws(() => serving.current(), { code: 'unavailable' })
  })

  for (const [why, damage] of [
    ['a changed byte', (path: string) => appendFileSync(join(path, 'cards.sqlite'), 'x')],
    ['a changed manifest', (path: string) => appendFileSync(join(path, 'manifest.json'), ' ')],
    ['an unlisted file', (path: string) => writeFileSync(join(path, 'extra'), '')],
  ] as const) {
    test(`stays as it was when the new one has ${why}; the log says so once`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'serving-'))
      const lines: string[] = []
      const logged = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
      await publishSmallDirectory(folder.path, '2026-11-09.1')
      await using serving = await Serving.follow(folder.path, logged)
      await publishSmallDirectory(folder.path, '2026-11-09.2')
      damage(snapshotFolder(folder.path, '2026-11-09.2'))
      await serving.refresh()
      await serving.refresh()
      assert.equal(serving.current().snapshot.generation, '2026-11-09.1')
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /damaged/)
    })
  }

  test('stays as it was when the pointer names nothing that exists', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'serving-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await using serving = await Serving.follow(folder.path, log)
    writeFileSync(join(folder.path, pointerFile), '2030-01-01.1\n')
    await serving.refresh()
    assert.equal(serving.current().snapshot.generation, '2026-11-09.1')
  })
})
