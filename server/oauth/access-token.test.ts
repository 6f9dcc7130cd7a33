/** When an access token stops being valid, on one server and on servers that share their state. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { engines } from '@careatlas/state/engines.fixture'
import { OAuthRecords } from '@careatlas/state/oauth-records'
import { SigningKeys } from '@careatlas/state/signing-keys'
import { openState } from '@careatlas/state/state'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { type Running, runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import {
  allow,
  startAuthorization,
  type OAuthTestServer,
  startOAuthServer,
  errorOf,
} from './oauth-server.fixture.ts'
import { issuer, createTokenSignerForState } from './token-signer.fixture.ts'

/** The status of a REST request with this token. */
async function statusAt({ url }: Pick<Running, 'url'>, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${url}/v1/providers/${small.npi}`, { headers })).status
}

describe('REST accepts an access token', () => {
  let at: OAuthTestServer
  before(async () => {
    at = await startOAuthServer()
  })
  after(() => at[Symbol.asyncDispose]())
  const openedState = () => openState({ folder: join(at.server.dataDir, 'state') })

  async function grantToken(browser = at.browser(), address = at.newAddress()) {
    const config = await at.register()
    const { returnUrl, checks } = await allow(at, config, browser, address)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(
      config,
      returnUrl,
      checks,
    )
    assert.equal(await statusAt(at, access_token), 200)
    return { config, returnUrl, checks, access_token, refresh_token }
  }

  test('until the account is deleted', async () => {
    const [browser, address] = [at.browser(), at.newAddress()]
    const { config, access_token, refresh_token } = await grantToken(browser, address)
    await browser.send(await browser.go('/keys'), '/delete-account', { confirm: address })
    assert.equal(await statusAt(at, access_token), 401)
    assert.equal(await errorOf(client.refreshTokenGrant(config, refresh_token)), 'invalid_grant')
  })

  test('until the consent is revoked, and so are tokens refreshed from it', async () => {
    const { config, access_token, refresh_token } = await grantToken()
    const second = await client.refreshTokenGrant(config, refresh_token)
    assert.equal(await statusAt(at, second.access_token), 200)
    await using state = await openedState()
    await new OAuthRecords(state).destroy('Grant', String(decodeJwt(access_token)['grant_id']))
    for (const token of [access_token, second.access_token]) assert.equal(await statusAt(at, token), 401)
  })

  test('until its client revokes the refresh token', async () => {
    const { config, access_token, refresh_token } = await grantToken()
    await client.tokenRevocation(config, refresh_token)
    assert.equal(await statusAt(at, access_token), 401)
  })

  test('until its authorization code is used a second time', async () => {
    const { config, returnUrl, checks, access_token, refresh_token } = await grantToken()
    assert.equal(await errorOf(client.authorizationCodeGrant(config, returnUrl, checks)), 'invalid_grant')
    assert.equal(await statusAt(at, access_token), 401)
    assert.equal(await errorOf(client.refreshTokenGrant(config, refresh_token)), 'invalid_grant')
  })

  test('if signing keys were rotated between the authorization request and the consent', async () => {
    const config = await at.register()
    const browser = at.browser()
    const { url, checks } = await startAuthorization(at, config)
    const signIn = await browser.go(url)
    await using state = await openedState()
    const [old] = await publishedAt(at)
    await new SigningKeys(state).rotate()
    await state.database.updateTable('signing_key').set({ signs_from: Date.now() }).execute()
    while ((await publishedAt(at))[0] === old);
    const consent = await browser.signIn(signIn, at)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    const { access_token } = await client.authorizationCodeGrant(config, returnUrl!, checks)
    assert.notEqual(decodeProtectedHeader(access_token).kid, old)
    assert.equal(await statusAt(at, access_token), 200)
  })
})

for (const { name, skip, createPlace } of engines) {
  test(
    `servers that share their state in ${name} use each other's signing keys without a restart`,
    { skip },
    async () => {
      const place = await createPlace()
      const options = { config: { state: place, baseUrl: issuer } }
      await using one = await runServer({}, options)
      await using other = await runServer({}, options)
      await using signer = await createTokenSignerForState(place)
      const old = await signer.sign()
      for (const server of [one, other]) assert.equal(await statusAt(server, old), 200)

      await signer.keys.rotate()
      for (const server of [one, other]) {
        while ((await publishedAt(server)).length === 1);
        assert.equal(await statusAt(server, old), 200)
      }
      await signer.keys.replace()
      await using later = await createTokenSignerForState(place)
      const fresh = await later.sign()
      for (const server of [one, other]) {
        while ((await statusAt(server, fresh)) === 401);
        assert.equal(await statusAt(server, fresh), 200)
        assert.equal(await statusAt(server, old), 401)
        assert.deepEqual(await publishedAt(server), [later.signingKey.kid])
      }
    },
  )
}

async function publishedAt({ url }: Pick<Running, 'url'>): Promise<readonly string[]> {
  const { keys } = (await (await fetch(`${url}/oauth/jwks`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}
