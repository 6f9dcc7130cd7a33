import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Accounts } from '@careatlas/state/accounts'
import { OAuthRecords } from '@careatlas/state/oauth-records'
import { openState } from '@careatlas/state/state'
import { recordAdapter } from './record-adapter.ts'

test('a second concurrent use of an authorization code revokes all tokens of its grant', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'records-'))
  await using state = await openState({ folder: folder.path })
  const records = new OAuthRecords(state)
  const { account } = await new Accounts(state).signIn('ana@example.org')
  const parties = { accountId: account.id, clientId: 'agent', grantId: 'g' }
  await records.upsert('Grant', 'g', { jti: 'g', ...parties }, 60)
  await records.upsert('AuthorizationCode', 'c', { jti: 'c', ...parties }, 60)
  const codes = recordAdapter(records, 'AuthorizationCode')
  await codes.consume('c')
  await records.upsert('RefreshToken', 'r', { jti: 'r', ...parties }, 60)
  await assert.rejects(codes.consume('c'), {
    error: 'invalid_grant',
    accountId: account.id,
    clientId: 'agent',
  })
  assert.equal(await records.isGrantValid('g'), false)
  assert.equal(await records.find('RefreshToken', 'r'), null)
  await assert.rejects(codes.consume('c'), { error: 'invalid_grant' })
})
