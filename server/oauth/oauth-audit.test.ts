/** Audit log entries for consents and tokens, which identify users and clients only by IDs. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refreshGraceMs } from '@careatlas/state/oauth-records'
import * as client from 'openid-client'
import { pino } from 'pino'
import { mockClock } from '../mock-clock.fixture.ts'
import { allow, startAuthorization, startOAuthServer, errorOf } from './oauth-server.fixture.ts'

const advanceClock = mockClock()

let lines: Record<string, unknown>[] = []
const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
const server = await startOAuthServer({}, { log: pino({}, { write }) })
after(() => server[Symbol.asyncDispose]())

const config = await server.register()
const { client_id } = config.clientMetadata()

/** Runs `action` and returns the consent and token events in the log. Checks that each names the client, and all the same account. */
async function recordEvents(action: () => Promise<unknown>): Promise<readonly unknown[]> {
  lines = []
  await action()
  const events = lines.filter(({ audit }) => /consent|token/.test(String(audit)))
  const accounts = new Set<unknown>()
  for (const { audit, accountId, clientId, requestId, caller } of events) {
    assert.ok(requestId)
    assert.ok(caller)
    if (audit === 'tokens_refused') continue
    assert.equal(clientId, client_id)
    accounts.add(accountId)
  }
  assert.equal(accounts.size, 1)
  assert.match(String([...accounts][0]), /^acc_/)
  return events.map(({ audit, why }) => [audit, why].filter(Boolean).join(': '))
}

test('the log records a registration and its client', () => {
  assert.deepEqual(
    lines.filter(({ audit }) => audit === 'client_registered').map(({ clientId }) => clientId),
    [client_id],
  )
})

test('the log records consent, tokens, their exchange and their revocation', async () => {
  const events = await recordEvents(async () => {
    const { returnUrl, checks } = await allow(server, config)
    const { refresh_token = '' } = await client.authorizationCodeGrant(config, returnUrl, checks)
    await client.refreshTokenGrant(config, refresh_token)
    await client.tokenRevocation(config, refresh_token)
  })
  assert.deepEqual(events, ['consent_given', 'tokens_issued', 'tokens_refreshed', 'token_revoked'])
  const grants = lines.filter(({ audit }) => events.includes(String(audit))).map(({ grantId }) => grantId)
  assert.equal(grants.length, events.length)
  assert.equal(new Set(grants).size, 1)
  assert.match(String(grants[0]), /^[0-9a-f]{16}$/)
})

test('the log records a refused consent', async () => {
  const browser = server.browser()
  const events = await recordEvents(async () => {
    const consent = await browser.signIn(
      await browser.go((await startAuthorization(server, config)).url),
      server,
    )
    await browser.send(consent, '/consent', { decision: 'deny' })
  })
  assert.deepEqual(events, ['consent_refused'])
})

test('the log records a reused code and its account', async () => {
  const events = await recordEvents(async () => {
    const { returnUrl, checks } = await allow(server, config)
    await client.authorizationCodeGrant(config, returnUrl, checks)
    await errorOf(client.authorizationCodeGrant(config, returnUrl, checks))
  })
  assert.deepEqual(events, [
    'consent_given',
    'tokens_issued',
    'token_reuse_ended_family',
    'tokens_refused: invalid_grant',
  ])
})

test('the log records a reused refresh token and its account', async (context) => {
  const { returnUrl, checks } = await allow(server, config)
  const { refresh_token = '' } = await client.authorizationCodeGrant(config, returnUrl, checks)
  await client.refreshTokenGrant(config, refresh_token)
  advanceClock(context, refreshGraceMs + 1000)
  const events = await recordEvents(() => errorOf(client.refreshTokenGrant(config, refresh_token)))
  assert.deepEqual(events, ['token_reuse_ended_family', 'tokens_refused: invalid_grant'])
})
