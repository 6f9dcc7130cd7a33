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
async function restStatus({ url }: Pick<Running, 'url'>, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${url}/v1/providers/${small.npi}`, { headers })).status
}

describe('REST accepts an access token', () => {
  let server: OAuthTestServer
  before(async () => {
    server = await startOAuthServer()
  })
  after(() => server[Symbol.asyncDispose]())
  const openServerState = () => openState({ folder: join(server.dataDir, 'state') })

  async function grantToken(browser = server.browser(), address = server.newAddress()) {
    const config = await server.register()
    const { returnUrl, checks } = await allow(server, config, browser, address)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(
      config,
      returnUrl,
      checks,
    )
    assert.equal(await restStatus(server, access_token), 200)
    return { config, returnUrl, checks, access_token, refresh_token }
  }

  test('until the account is deleted', async () => {
    const [browser, address] = [server.browser(), server.newAddress()]
    const { config, access_token, refresh_token } = await grantToken(browser, address)
    await browser.send(await browser.go('/keys'), '/delete-account', { confirm: address })
    assert.equal(await restStatus(server, access_token), 401)
    assert.equal(await errorOf(client.refreshTokenGrant(config, refresh_token)), 'invalid_grant')
  })

  test('until the consent is revoked, and so are tokens refreshed from it', async () => {
    const { config, access_token, refresh_token } = await grantToken()
    const refreshed = await client.refreshTokenGrant(config, refresh_token)
    assert.equal(await restStatus(server, refreshed.access_token), 200)
    await using state = await openServerState()
    await new OAuthRecords(state).destroy('Grant', String(decodeJwt(access_token)['grant_id']))
    for (const token of [access_token, refreshed.access_token])
      assert.equal(await restStatus(server, token), 401)
  })

  test('until its client revokes the refresh token', async () => {
    const { config, access_token, refresh_token } = await grantToken()
    await client.tokenRevocation(config, refresh_token)
    assert.equal(await restStatus(server, access_token), 401)
  })

  test('until its authorization code is used a second time', async () => {
    const { config, returnUrl, checks, access_token, refresh_token } = await grantToken()
    assert.equal(await errorOf(client.authorizationCodeGrant(config, returnUrl, checks)), 'invalid_grant')
    assert.equal(await restStatus(server, access_token), 401)
    assert.equal(await errorOf(client.refreshTokenGrant(config, refresh_token)), 'invalid_grant')
  })

  test('if signing keys were rotated between the authorization request and the consent', async () => {
    const config = await server.register()
    const browser = server.browser()
    const { url, checks } = await startAuthorization(server, config)
    const signIn = await browser.go(url)
    await using state = await openServerState()
    const [oldKeyId] = await publishedKeyIds(server)
    await new SigningKeys(state).rotate()
    await state.database.updateTable('signing_key').set({ signs_from: Date.now() }).execute()
    while ((await publishedKeyIds(server))[0] === oldKeyId);
    const consent = await browser.signIn(signIn, server)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    const { access_token } = await client.authorizationCodeGrant(config, returnUrl!, checks)
    assert.notEqual(decodeProtectedHeader(access_token).kid, oldKeyId)
    assert.equal(await restStatus(server, access_token), 200)
  })
})

for (const { name, skip, createPlace } of engines) {
  test(
    `servers that share their state in ${name} use each other's signing keys without a restart`,
    { skip },
    async () => {
      const place = await createPlace()
      const options = { config: { state: place, baseUrl: issuer } }
      await using first = await runServer({}, options)
      await using second = await runServer({}, options)
      await using signer = await createTokenSignerForState(place)
      const oldToken = await signer.sign()
      for (const server of [first, second]) assert.equal(await restStatus(server, oldToken), 200)

      await signer.keys.rotate()
      for (const server of [first, second]) {
        while ((await publishedKeyIds(server)).length === 1);
        assert.equal(await restStatus(server, oldToken), 200)
      }
      await signer.keys.replace()
      await using replacedSigner = await createTokenSignerForState(place)
      const newToken = await replacedSigner.sign()
      for (const server of [first, second]) {
        while ((await restStatus(server, newToken)) === 401);
        assert.equal(await restStatus(server, newToken), 200)
        assert.equal(await restStatus(server, oldToken), 401)
        assert.deepEqual(await publishedKeyIds(server), [replacedSigner.signingKey.kid])
      }
    },
  )
}

async function publishedKeyIds({ url }: Pick<Running, 'url'>): Promise<readonly string[]> {
  const { keys } = (await (await fetch(`${url}/oauth/jwks`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}
