import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Keys } from './keys.ts'
import { openState } from './state.ts'

describe('the state file', () => {
  test('loses no acknowledged change to a power cut: WAL, synchronous FULL', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    using state = openState(folder.path)
    assert.equal(state.database.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'wal')
    assert.equal(state.database.prepare('PRAGMA synchronous').get()?.['synchronous'], 2)
  })

  test('undoes a transaction that throws', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    using state = openState(folder.path)
    const fails = () =>
      state.write((database) => {
        database.exec('CREATE TABLE half_done (id INTEGER)')
        throw new Error('power cut')
      })
    assert.throws(fails, /power cut/)
    assert.deepEqual(
      state.database.prepare("SELECT name FROM sqlite_schema WHERE name = 'half_done'").all(),
      [],
    )
    assert.equal(
      state.write(() => 'next'),
      'next',
    )
  })

  test('opens again without running a step twice', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    using _first = openState(folder.path)
    using _second = openState(folder.path)
  })

  test('is refused when a newer program wrote it', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    {
      using state = openState(folder.path)
      state.database.exec('PRAGMA user_version = 999')
    }
    assert.throws(() => openState(folder.path), /state\.sqlite has version 999.*newer program/)
  })

  for (const [why, damage] of [
    ['of other bytes', (file: string) => writeFileSync(file, 'not a database '.repeat(1000))],
    ['cut after its first page', (file: string) => truncateSync(file, 4096)],
    ['cut inside its second page', (file: string) => truncateSync(file, 5000)],
    ['cut inside its header', (file: string) => truncateSync(file, 60)],
    ['with a page of zeros', (file: string) => writeFileSync(file, zeroedFrom(file, 4096))],
  ] as const) {
    test(`${why} is refused in a sentence that names it and what to do`, () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
      {
        using state = openState(folder.path)
        new Keys(state, { service: 'careatlas' }).create('one')
      }
      const file = join(folder.path, 'state.sqlite')
      damage(file)
      assert.throws(
        () => openState(folder.path),
        (error: Error) => {
          assert.equal(error.name, 'StateRefused')
          assert.ok(error.message.startsWith(`${file} is damaged (`), error.message)
          assert.match(error.message, /^[^\n]*\. Restore it from a backup[^\n]*\.$/)
          return true
        },
      )
    })
  }
})

function zeroedFrom(file: string, offset: number): Buffer {
  return readFileSync(file).fill(0, offset)
}
