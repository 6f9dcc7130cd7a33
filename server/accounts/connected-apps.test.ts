/** The programs that a user authorized, at `/keys`: what the page lists of them, and how the user disconnects them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as client from 'openid-client'
import { pino } from 'pino'
import type { ConnectedApp } from '@careatlas/state/consents'
import {
  allow,
  startAuthorization,
  startOAuthServer,
  errorOf,
  statusWith,
} from '../oauth/oauth-server.fixture.ts'

const lines: string[] = []
const at = await startOAuthServer({}, { log: pino({}, { write: (line: string) => void lines.push(line) }) })
after(() => at[Symbol.asyncDispose]())

/** A user who has just authorized a program. */
async function connected(name = 'Little Agent') {
  const config = await at.register({ client_name: name })
  const browser = at.browser()
  const { left, checks } = await allow(at, config, browser)
  const tokens = await client.authorizationCodeGrant(config, left, checks)
  return { config, browser, clientId: config.clientMetadata().client_id, ...tokens }
}

type Connected = Awaited<ReturnType<typeof connected>>

/** What `/keys` says to programs. */
async function told({ browser }: Pick<Connected, 'browser'>) {
  const { html } = await browser.go('/keys', { headers: { accept: 'application/json' } })
  return JSON.parse(html) as { readonly token: string; readonly programs: readonly ConnectedApp[] }
}

test('a program is listed with its name, whose that is and since when, and once it refreshed, when', async () => {
  const person = await connected('Tom & <b>Jerry</b> "x"')
  const [program, ...more] = (await told(person)).programs
  assert.deepEqual(more, [])
  assert.deepEqual(
    { ...program, authorizedAt: '' },
    {
      clientId: person.clientId,
      name: 'Tom & <b>Jerry</b> "x"',
      site: null,
      authorizedAt: '',
      lastRenewedAt: null,
    },
  )
  await client.refreshTokenGrant(person.config, person.refresh_token!)
  assert.ok((await told(person)).programs[0]?.lastRenewedAt)
  const { html } = await person.browser.go('/keys')
  assert.match(
    html,
    /<strong>Tom &amp; &lt;b&gt;Jerry&lt;\/b&gt; &quot;x&quot;<\/strong>, unverified app name/,
  )
  assert.match(html, /authorized\s+<time .*, last renewed <time/)
})

test('who disconnects a program ends its refresh tokens and its access tokens at once, in a browser without a script', async () => {
  const person = await connected()
  assert.equal(await statusWith(at, person.access_token), 404)
  const home = await person.browser.send(await person.browser.go('/keys'), '/disconnect')
  assert.equal(home.status, 200)
  assert.doesNotMatch(home.html, /Connected apps/)
  assert.equal(await errorOf(client.refreshTokenGrant(person.config, person.refresh_token!)), 'invalid_grant')
  assert.equal(await statusWith(at, person.access_token), 401)
  const asked = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const revoked = asked.filter(
    ({ audit, clientId }) => audit === 'grant_revoked' && clientId === person.clientId,
  )
  assert.equal(revoked.length, 1)
})

test('a code that was not exchanged yet is of no use then', async () => {
  const person = await connected()
  const { left, checks } = await allow(at, person.config)
  const later = await allowAgain(person)
  await disconnect(person, person.clientId)
  assert.equal(
    await errorOf(client.authorizationCodeGrant(person.config, later.left, later.checks)),
    'invalid_grant',
  )
  assert.ok(
    (await client.authorizationCodeGrant(person.config, left, checks)).access_token,
    'of another user',
  )
})

test('a user may authorize a disconnected program again', async () => {
  const person = await connected()
  await disconnect(person, person.clientId)
  const { left, checks } = await allowAgain(person)
  assert.ok((await client.authorizationCodeGrant(person.config, left, checks)).access_token)
  assert.equal((await told(person)).programs.length, 1)
})

test('a program that gives its token back is listed no more', async () => {
  const person = await connected()
  await client.tokenRevocation(person.config, person.refresh_token!)
  assert.deepEqual((await told(person)).programs, [])
})

test('the server refuses to disconnect the program of another user, an unknown program, or from another page', async () => {
  const [ana, bob] = [await connected(), await connected()]
  for (const program of [ana.clientId, 'unknown', '', '../../x']) {
    const refused = await disconnect(bob, program)
    assert.equal(refused.status, 404)
    assert.match(refused.html, /You have no such connected app/)
  }
  assert.equal((await disconnect(ana, ana.clientId, 'guessed')).status, 403)
  const signedOut = at.browser()
  assert.equal((await disconnect({ browser: signedOut }, ana.clientId)).status, 401)
  assert.ok((await client.refreshTokenGrant(ana.config, ana.refresh_token!)).access_token)
})

test('the page lists no programs to a user who is not signed in', async () => {
  assert.deepEqual((await told({ browser: at.browser() })).programs, [])
})

async function disconnect(person: Pick<Connected, 'browser'>, program: string, token?: string) {
  const body = new URLSearchParams({ token: token ?? (await told(person)).token, program })
  return person.browser.go('/keys/programs/disconnect', { method: 'POST', body })
}

/** The signed-in user authorizes a program once more. */
async function allowAgain({ config, browser }: Connected) {
  const { url, checks } = await startAuthorization(at, config)
  const { left } = await browser.send(await browser.go(url), '/consent', { decision: 'allow' })
  assert.ok(left)
  return { left, checks }
}
