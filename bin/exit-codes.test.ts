import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnfinishedWriteError } from '@careatlas/state/state-error'
import { errorMessage, exitCodeOf } from './exit-codes.ts'

test('a write that fails after its first change exits with status 4 and says what was changed', () => {
  const error = new UnfinishedWriteError(
    '/backup is complete, but may not survive a power failure',
    new Error('EIO'),
  )
  assert.deepEqual(
    [exitCodeOf(error), errorMessage(error)],
    [4, '/backup is complete, but may not survive a power failure: EIO.'],
  )
})
