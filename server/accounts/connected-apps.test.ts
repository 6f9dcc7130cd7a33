/** The connected apps at `/keys`: the list on the page, and how a user disconnects an app. */
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
const server = await startOAuthServer(
  {},
  { log: pino({}, { write: (line: string) => void lines.push(line) }) },
)
after(() => server[Symbol.asyncDispose]())

/** Signs in as a new user, who authorizes an app. */
async function connectApp(name = 'Little Agent') {
  const config = await server.register({ client_name: name })
  const browser = server.browser()
  const { returnUrl, checks } = await allow(server, config, browser)
  const tokens = await client.authorizationCodeGrant(config, returnUrl, checks)
  return { config, browser, clientId: config.clientMetadata().client_id, ...tokens }
}

type ConnectedUser = Awaited<ReturnType<typeof connectApp>>

/** The JSON form of the `/keys` page. */
async function keysPage({ browser }: Pick<ConnectedUser, 'browser'>) {
  const { html } = await browser.go('/keys', { headers: { accept: 'application/json' } })
  return JSON.parse(html) as { readonly token: string; readonly apps: readonly ConnectedApp[] }
}

test('the page lists an app with its escaped name, when it was authorized, and when it last refreshed its token', async () => {
  const user = await connectApp('Tom & <b>Jerry</b> "x"')
  const [app, ...others] = (await keysPage(user)).apps
  assert.deepEqual(others, [])
  assert.deepEqual(
    { ...app, authorizedAt: '' },
    {
      clientId: user.clientId,
      name: 'Tom & <b>Jerry</b> "x"',
      site: null,
      authorizedAt: '',
      lastRenewedAt: null,
    },
  )
  await client.refreshTokenGrant(user.config, user.refresh_token!)
  assert.ok((await keysPage(user)).apps[0]?.lastRenewedAt)
  const { html } = await user.browser.go('/keys')
  assert.match(
    html,
    /<strong>Tom &amp; &lt;b&gt;Jerry&lt;\/b&gt; &quot;x&quot;<\/strong>, unverified app name/,
  )
  assert.match(html, /authorized\s+<time .*, last renewed <time/)
})

test('disconnecting an app revokes its refresh tokens and access tokens immediately, without JavaScript', async () => {
  const user = await connectApp()
  assert.equal(await statusWith(server, user.access_token), 200)
  const home = await user.browser.send(await user.browser.go('/keys'), '/disconnect')
  assert.equal(home.status, 200)
  assert.doesNotMatch(home.html, /Connected apps/)
  assert.equal(await errorOf(client.refreshTokenGrant(user.config, user.refresh_token!)), 'invalid_grant')
  assert.equal(await statusWith(server, user.access_token), 401)
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const revoked = entries.filter(
    ({ audit, clientId }) => audit === 'grant_revoked' && clientId === user.clientId,
  )
  assert.equal(revoked.length, 1)
})

test('disconnecting an app invalidates its unused authorization code', async () => {
  const user = await connectApp()
  const { returnUrl, checks } = await allow(server, user.config)
  const unused = await allowAgain(user)
  await disconnect(user, user.clientId)
  assert.equal(
    await errorOf(client.authorizationCodeGrant(user.config, unused.returnUrl, unused.checks)),
    'invalid_grant',
  )
  assert.ok(
    (await client.authorizationCodeGrant(user.config, returnUrl, checks)).access_token,
    'of another user',
  )
})

test('a user may authorize a disconnected app again', async () => {
  const user = await connectApp()
  await disconnect(user, user.clientId)
  const { returnUrl, checks } = await allowAgain(user)
  assert.ok((await client.authorizationCodeGrant(user.config, returnUrl, checks)).access_token)
  assert.equal((await keysPage(user)).apps.length, 1)
})

test('an app that revokes its own token is no longer listed', async () => {
  const user = await connectApp()
  await client.tokenRevocation(user.config, user.refresh_token!)
  assert.deepEqual((await keysPage(user)).apps, [])
})

test('the server rejects a request to disconnect the app of another user, an unknown app, or without the CSRF token', async () => {
  const [ana, bob] = [await connectApp(), await connectApp()]
  for (const client_id of [ana.clientId, 'unknown', '', '../../x']) {
    const page = await disconnect(bob, client_id)
    assert.equal(page.status, 404)
    assert.match(page.html, /You have no such connected app/)
  }
  assert.equal((await disconnect(ana, ana.clientId, 'invalid')).status, 403)
  const signedOut = server.browser()
  assert.equal((await disconnect({ browser: signedOut }, ana.clientId)).status, 401)
  assert.ok((await client.refreshTokenGrant(ana.config, ana.refresh_token!)).access_token)
})

test('the page lists no apps to a user who is not signed in', async () => {
  assert.deepEqual((await keysPage({ browser: server.browser() })).apps, [])
})

async function disconnect(user: Pick<ConnectedUser, 'browser'>, client_id: string, token?: string) {
  const body = new URLSearchParams({ token: token ?? (await keysPage(user)).token, client_id })
  return user.browser.go('/keys/apps/disconnect', { method: 'POST', body })
}

/** The signed-in user authorizes the app again. */
async function allowAgain({ config, browser }: ConnectedUser) {
  const { url, checks } = await startAuthorization(server, config)
  const { returnUrl } = await browser.send(await browser.go(url), '/consent', { decision: 'allow' })
  assert.ok(returnUrl)
  return { returnUrl, checks }
}
