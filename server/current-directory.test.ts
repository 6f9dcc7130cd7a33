import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { pino } from 'pino'
import { CurrentDirectory } from './current-directory.ts'
import { publishSmallDirectory, small } from './small-directory.fixture.ts'

const log = pino({ level: 'silent' })

describe('the served generation', () => {
  test('is unavailable until one is published, then served without a restart', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'current-directory-'))
    await using current = await CurrentDirectory.follow(folder.path, log)
    assert.throws(() => current.get(), { code: 'unavailable' })
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await current.refresh()
    assert.equal(current.get().snapshot.manifest.generation, '2026-11-09.1')
  })

  test('changes with the pointer, and a request under way keeps the one it started with', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'current-directory-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1', 'Old.')
    await using current = await CurrentDirectory.follow(folder.path, log)
    const old = current.get()
    const { promise, resolve } = Promise.withResolvers<void>()
    const underWay = old.keepFor(promise.then(() => old.snapshot.providerCard(small.npi)))

    await publishSmallDirectory(folder.path, '2026-11-09.2', 'New.')
    await current.refresh()
    assert.match(current.get().snapshot.providerCard(small.npi) ?? '', /New\./)
    resolve()
    assert.match((await underWay) ?? '', /Old\./)
  })

  test('is looked for every second', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    using folder = mkdtempDisposableSync(join(tmpdir(), 'current-directory-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    await using current = await CurrentDirectory.follow(folder.path, log)
    await publishSmallDirectory(folder.path, '2026-11-09.2')
    context.mock.timers.tick(1000)
    while (current.get().snapshot.manifest.generation !== '2026-11-09.2') await setImmediate()
  })

  test('is closed once its last request has ended', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'current-directory-'))
    await publishSmallDirectory(folder.path, '2026-11-09.1')
    const current = await CurrentDirectory.follow(folder.path, log)
    const { snapshot } = current.get()
    await current[Symbol.asyncDispose]()
    assert.throws(() => snapshot.registryStatus(small.npi), /not open|finalized/)
    assert.throws(() => current.get(), { code: 'unavailable' })
  })

  for (const [why, damage] of [
    ['a changed byte', (path: string) => appendFileSync(join(path, 'cards.sqlite'), 'x')],
    ['a changed manifest', (path: string) => appendFileSync(join(path, 'manifest.json'), ' ')],
    ['an unlisted file', (path: string) => writeFileSync(join(path, 'extra'), '')],
  ] as const) {
    test(`stays as it was when the new one has ${why}; the log says so once`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'current-directory-'))
      const lines: string[] = []
      const logged = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
      await publishSmallDirectory(folder.path, '2026-11-09.1')
      await using current = await CurrentDirectory.follow(folder.path, logged)
      await publishSmallDirectory(folder.path, '2026-11-09.2')
      damage(snapshotFolder(folder.path, '2026-11-09.2'))
      await current.refresh()
      await current.refresh()
      assert.equal(current.get().snapshot.manifest.generation, '2026-11-09.1')
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /damaged/)
    })
  }

  for (const [why, spoil] of [
    ['names nothing that exists', (pointer: string) => writeFileSync(pointer, '2030-01-01.1\n')],
    ['leads out of the folder', (pointer: string) => writeFileSync(pointer, '../../../etc\n')],
    ['holds other bytes', (pointer: string) => writeFileSync(pointer, '\0\xff'.repeat(100))],
    ['is empty', (pointer: string) => writeFileSync(pointer, '')],
    ['is gone', (pointer: string) => rmSync(pointer)],
    [
      'is a folder',
      (pointer: string) => {
        rmSync(pointer)
        mkdirSync(pointer)
      },
    ],
  ] as const) {
    test(`stays as it was, outdated, when the pointer ${why}; the log says once how to repair it`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'current-directory-'))
      const lines: string[] = []
      const logged = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
      await publishSmallDirectory(folder.path, '2026-11-09.1')
      await using current = await CurrentDirectory.follow(folder.path, logged)
      spoil(join(folder.path, pointerFile))
      await current.refresh()
      await current.refresh()
      assert.equal(current.get().snapshot.manifest.generation, '2026-11-09.1')
      assert.equal(current.outdated, true)
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /publish it again with: careatlas ingest/)
    })
  }
})
