import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { isStorageFailure, getSqliteResult } from './storage-error.ts'

/** What really is thrown, and SQLite's primary result code (sqlite.org/rescode.html). */
const failures: Readonly<Record<string, [result: number | null, fail: (folder: string) => void]>> = {
  'a file that is not there': [null, (folder) => void readFileSync(join(folder, 'nowhere'))],
  'a folder read as a file': [null, (folder) => void readFileSync(folder)],
  'a database in a folder that is not there': [
    14,
    (folder) => void new DatabaseSync(join(folder, 'nowhere', 'cards.sqlite')),
  ],
  'a full database': [
    13,
    (folder) => {
      using database = new DatabaseSync(join(folder, 'full.sqlite'))
      database.exec('PRAGMA max_page_count = 1; CREATE TABLE card (text)')
    },
  ],
  'a database whose file was removed, an extended code': [
    8,
    (folder) => {
      using database = new DatabaseSync(join(folder, 'gone.sqlite'))
      database.exec('CREATE TABLE card (text)')
      rmSync(join(folder, 'gone.sqlite'))
      database.exec('INSERT INTO card VALUES (1)')
    },
  ],
}

for (const [what, [result, fail]] of Object.entries(failures)) {
  test(`${what} is a failure of the storage`, () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'storage-'))
    assert.throws(
      () => fail(folder.path),
      (error) => isStorageFailure(error) && getSqliteResult(error) === result,
    )
  })
}

test('a mistake of ours is none', () => {
  assert.equal(isStorageFailure(new RangeError('Invalid array length')), false)
  assert.equal(isStorageFailure('text'), false)
})

test('a failure of another thread, which keeps its code alone, is one of the storage', () => {
  assert.ok(
    isStorageFailure(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
  )
  assert.equal(isStorageFailure(Object.assign(new Error('no'), { code: 'ERR_INVALID_ARG_TYPE' })), false)
  assert.equal(isStorageFailure(Object.assign(new Error('no'), { code: undefined })), false)
})
