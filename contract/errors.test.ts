/** Every error body has the same four keys, and an unexpected error shows no details. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toErrorEnvelope } from './errors.ts'
import { ApiError } from './errors.ts'

test('an ApiError keeps its code, message and status and links to its page', () => {
  assert.deepEqual(
    toErrorEnvelope(new ApiError('unknown_zip', 'zip must exist; got 00000.'), 'https://x.example'),
    {
      error: {
        code: 'unknown_zip',
        message: 'zip must exist; got 00000.',
        status: 400,
        docs: 'https://x.example/docs/errors/unknown_zip',
      },
    },
  )
})

for (const thrown of [
  new Error('SELECT secret FROM /data/x'),
  'secret',
  null,
  undefined,
  { code: 'secret' },
]) {
  test(`${JSON.stringify(thrown)} becomes an internal error without its cause`, () => {
    const { error } = toErrorEnvelope(thrown, '')
    assert.deepEqual([error.code, error.status], ['internal_error', 500])
    assert.doesNotMatch(error.message, /secret/)
  })
}
