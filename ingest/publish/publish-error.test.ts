import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPublishError } from './publish-error.ts'

const sentences: Readonly<Record<string, [cause: object, said: RegExp]>> = {
  'a full disk': [{ code: 'ENOSPC' }, /no room left in DATA_DIR \(\/srv\).*free some, then ingest again\.$/],
  'a used quota': [{ code: 'EDQUOT' }, /no room left/],
  'a file that may not grow': [{ code: 'EFBIG' }, /no room left/],
  'a full database': [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, /no room left/],
  'a failing disk': [{ code: 'EIO' }, /DATA_DIR \(\/srv\) cannot be used: it failed\.$/],
}
for (const [what, [cause, said]] of Object.entries(sentences)) {
  test(`${what} is told in one sentence`, () => {
    const error = toPublishError(Object.assign(new Error('it failed'), cause), '/srv')
    assert.equal(error.name, 'StorageError')
    assert.match(error.message, said)
    assert.doesNotMatch(error.message, /\n/)
  })
}
