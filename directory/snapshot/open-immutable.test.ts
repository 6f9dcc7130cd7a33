import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openImmutable } from './open-immutable.ts'

test('a database is read, whatever characters its path contains, and never written', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'a b#c?d%20e-'))
  const file = join(folder.path, 'é&immutable=0.sqlite')
  {
    using writer = new DatabaseSync(file)
    writer.exec('CREATE TABLE place (name TEXT); INSERT INTO place VALUES (1)')
  }
  using database = openImmutable(file)
  assert.equal(database.prepare('SELECT count(*) AS places FROM place').get()?.['places'], 1)
  assert.throws(() => database.exec('DELETE FROM place'), /readonly/)
})

test('a missing database is an error, and is not created', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'missing-'))
  const file = join(folder.path, 'cards.sqlite')
  assert.throws(() => openImmutable(file), { code: 'ERR_SQLITE_ERROR' })
  assert.throws(() => openImmutable(file), { code: 'ERR_SQLITE_ERROR' })
})
