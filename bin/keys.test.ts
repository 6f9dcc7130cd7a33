import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Accounts } from '@careatlas/state/accounts'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

test('the operator sees whose a key is, and until when it is good', async () => {
  using installation = new Installation()
  await using state = await openState({ folder: join(installation.dataDir, 'state') })
  const keys = new Keys(state, { service: 'careatlas' })
  const { account } = await new Accounts(state).signIn('ana@example.org')
  const { id } = await keys.create('hers', { accountId: account.id })
  await keys.rotate(id, { accountId: account.id })
  await keys.create('nightly job')
  const { stdout } = await installation.run('keys', 'list')
  assert.match(stdout, /^key_\S+ .* hers {2}ana@example\.org .* last used never {2}good until 2\S+Z$/m)
  assert.match(stdout, /^key_\S+ .* nightly job {2}operator .* last used never$/m)
})
