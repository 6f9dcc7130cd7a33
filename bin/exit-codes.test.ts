import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnfinishedWriteError } from '@careatlas/state/state-error'
import { Installation } from './command.fixture.ts'
import { errorMessage, exitCodeOf, UsageError } from './exit-codes.ts'

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

test('an error message has no control characters, which a file from elsewhere may contain', () => {
  const error = new UsageError('no such module: \u001b[2J\u0007\u202e\nSee --help.')
  assert.equal(errorMessage(error), 'no such module:  [2J  \nSee --help.')
})

for (const [status, args] of [
  [0, ['keys', 'list']],
  [2, ['no-such-command']],
  [3, ['ingest', '--nppes', 'missing.csv']],
] as const)
  test(`the process of \`${args.join(' ')}\` exits with status ${status}`, async () => {
    using installation = new Installation()
    const outcome = await installation.runAlone(...args)
    assert.equal(outcome.status, status, outcome.stderr)
    assert.deepEqual(await installation.run(...args), outcome)
  })
