import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
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
    assert.throws(() => openState(folder.path), /version 999.*newer program/)
  })
})
