/** Every failure has the same four keys, and those of unknown cause say nothing of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorBody } from './error-body.ts'
import { ApiError } from './errors.ts'

test('a refusal keeps its code, message and status and points to its page', () => {
  assert.deepEqual(
    errorBody(new ApiError('unknown_zip', 'zip must exist; got 00000.'), 'https://x.example/docs'),
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
    const { error } = errorBody(thrown, '/docs')
    assert.deepEqual([error.code, error.status], ['internal_error', 500])
    assert.doesNotMatch(error.message, /secret/)
  })
}
