import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { firstError, getSqliteResult, isStorageFailure, toPublishError } from './storage-error.ts'

/** Real failures with SQLite's primary result code (sqlite.org/rescode.html). */
const failures: Readonly<Record<string, [result: number | null, fail: (folder: string) => void]>> = {
  'a missing file': [null, (folder) => void readFileSync(join(folder, 'nowhere'))],
  'a folder read as a file': [null, (folder) => void readFileSync(folder)],
  'a database in a missing folder': [
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
      using database = new DatabaseSync(join(folder, 'removed.sqlite'))
      database.exec('CREATE TABLE card (text)')
      rmSync(join(folder, 'removed.sqlite'))
      database.exec('INSERT INTO card VALUES (1)')
    },
  ],
}

for (const [what, [result, fail]] of Object.entries(failures)) {
  test(`${what} is a storage failure`, () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'storage-'))
    assert.throws(
      () => fail(folder.path),
      (error) => isStorageFailure(error) && getSqliteResult(error) === result,
    )
  })
}

test('a programming error is not a storage failure', () => {
  assert.equal(isStorageFailure(new RangeError('Invalid array length')), false)
  assert.equal(isStorageFailure('text'), false)
})

test('a storage failure of another thread is recognized by its code only', () => {
  assert.ok(
    isStorageFailure(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
  )
  assert.equal(isStorageFailure(Object.assign(new Error('no'), { code: 'ERR_INVALID_ARG_TYPE' })), false)
  assert.equal(isStorageFailure(Object.assign(new Error('no'), { code: undefined })), false)
})

const messages: Readonly<Record<string, [cause: object, message: RegExp]>> = {
  'a full disk': [{ code: 'ENOSPC' }, /no room left in DATA_DIR \(\/srv\).*free some, then ingest again\.$/],
  'an exceeded quota': [{ code: 'EDQUOT' }, /no room left/],
  'a file at its size limit': [{ code: 'EFBIG' }, /no room left/],
  'a full database': [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, /no room left/],
  'a failing disk': [{ code: 'EIO' }, /DATA_DIR \(\/srv\) cannot be used: it failed\.$/],
}
for (const [what, [cause, message]] of Object.entries(messages)) {
  test(`toPublishError describes ${what} in one sentence`, () => {
    const error = toPublishError(Object.assign(new Error('it failed'), cause), '/srv')
    assert.equal(error.name, 'StorageError')
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /\n/)
  })
}

test('the first of several errors counts, when closing the other files fails too', () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
  const thrown = new SuppressedError(
    new Error('cannot close'),
    new SuppressedError(new Error('cannot close the other file'), full),
  )
  assert.equal(firstError(thrown), full)
  assert.equal(firstError(full), full)
})
