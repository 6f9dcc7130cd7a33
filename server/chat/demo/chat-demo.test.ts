/** The demo of the chat over HTTP: it exists only if it is on, and its identity provider signs in users of the demo only. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Partners } from '@careatlas/state/partners'
import { openState } from '@careatlas/state/state'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { readConfig } from '../../config.ts'
import { startServer } from '../../main.ts'
import { type Running, runServer } from '../../running.fixture.ts'
import { addPartner, testPartner } from '../chat-server.fixture.ts'
import { tokenExchangeGrant } from '../tokens/exchange-grant.ts'

const server = await runServer({ CHAT_DEMO: 'on', CHAT_TOKEN_MINUTES: '10' })
after(() => server[Symbol.asyncDispose]())

const user = 'u'.repeat(22)
const paths = ['/chat-demo', '/es/chat-demo']

interface Change {
  readonly body?: string
  readonly origin?: string
}

function signIn({ body = user, origin = server.url }: Change = {}, { url }: Pick<Running, 'url'> = server) {
  return fetch(`${url}/sdk/demo-id-token`, { method: 'POST', body, headers: { origin } })
}

async function requestIdToken(body = user, from: Pick<Running, 'url'> = server): Promise<string> {
  const response = await signIn({ body, origin: from.url }, from)
  assert.equal(response.status, 200)
  return ((await response.json()) as { id_token: string }).id_token
}

async function exchange(
  idToken: string,
  partner = 'chat-demo',
  { url }: Pick<Running, 'url'> = server,
  publicUrl = url,
) {
  const response = await fetch(`${url}/sdk/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: tokenExchangeGrant,
      subject_token: idToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      client_id: `chat-web-${partner}`,
      audience: `${publicUrl}/chat`,
    }),
  })
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> }
}

describe('the page', () => {
  for (const path of paths)
    test(`${path} has a strict policy, no inline script and the key of the demo`, async () => {
      const response = await fetch(server.url + path)
      assert.equal(response.status, 200)
      assert.equal(
        response.headers.get('content-security-policy'),
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      const text = await response.text()
      assert.doesNotMatch(text, /<script(?! src="\/assets\/)|\son\w+=|\sstyle=/)
      const [, key = ''] = /data-key="(careatlas_pk_\w{24})"/.exec(text) ?? []
      const config = await fetch(`${server.url}/sdk/config`, {
        headers: { 'x-partner-identifier': 'chat-demo', 'x-api-key': key, origin: server.url },
      })
      assert.equal(config.status, 200)
    })

  test('has the code of each way to sign in, with the address and the key of this server', async () => {
    const text = await (await fetch(`${server.url}/chat-demo`)).text()
    for (const authType of ['passwordless', 'tokenExchange']) {
      const [, code = ''] = new RegExp(`<div data-auth="${authType}"[^]*?<pre[^>]*>([^]*?)</pre>`).exec(
        text.slice(text.indexOf('<h2>')),
      ) ?? ['', '']
      assert.ok(code.includes(authType) && code.includes(`${server.url}/sdk/v`), authType)
      assert.equal(code.includes('idTokenProvider'), authType === 'tokenExchange')
    }
  })

  test('is linked from the start page and in the sitemap', async () => {
    assert.match(await (await fetch(server.url)).text(), /href="\/chat-demo"/)
    const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text()
    for (const path of paths) assert.ok(sitemap.includes(`<loc>${server.url}${path}</loc>`), path)
  })

  for (const [settings, text] of [
    [{}, /prints the code in its terminal/],
    [{ BASE_URL: 'https://directory.example' }, /sends no codes/],
    [{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' }, /This server sends the code/],
  ] as const)
    test(`says how codes arrive with ${JSON.stringify(settings)}`, async () => {
      await using other = await runServer({ CHAT_DEMO: 'on', ...settings })
      assert.match(await (await fetch(`${other.url}/chat-demo`)).text(), text)
    })
})

describe('a server without CHAT_DEMO', () => {
  test('has no page, no link, no identity provider and no partner of the demo', async () => {
    await using other = await runServer()
    for (const path of paths) assert.equal((await fetch(other.url + path)).status, 404)
    for (const path of ['/', '/sitemap.xml'])
      assert.doesNotMatch(await (await fetch(other.url + path)).text(), /(?<!\d-)chat-demo/)
    assert.equal((await signIn({ origin: other.url }, other)).status, 404)
    const { status, body } = await exchange(await requestIdToken(), 'chat-demo', other)
    assert.deepEqual([status, body['error']], [401, 'invalid_client'])
  })
})

describe('the identity provider', () => {
  test('signs in one user in all tokens of a secret, and another one with another secret', async () => {
    const [first, second, other] = await Promise.all(
      [user, user, 'v'.repeat(22)].map((secret) => requestIdToken(secret)),
    )
    assert.equal(decodeJwt(first!).sub, decodeJwt(second!).sub)
    assert.notEqual(decodeJwt(first!).sub, decodeJwt(other!).sub)
    assert.ok(!first!.includes(user) && !JSON.stringify(decodeJwt(first!)).includes(user))
    const { status, body } = await exchange(first!)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(decodeJwt(body['access_token']!)['client_id'], 'chat-web-chat-demo')
  })

  test('answers only pages of this service', async () => {
    for (const origin of ['https://hostile.example', 'http://localhost:1', 'null']) {
      const response = await signIn({ origin })
      assert.equal(response.status, 403)
      assert.equal(response.headers.get('access-control-allow-origin'), null)
    }
    const own = server.url.replace('127.0.0.1', 'localhost')
    assert.equal((await signIn({ origin: own })).status, 200)
  })

  for (const body of ['', 'short', 'u'.repeat(23), `${'u'.repeat(21)} `, '{"user":"x"}'])
    test(`rejects the body ${JSON.stringify(body)}`, async () =>
      assert.equal((await signIn({ body })).status, 400))

  test('is unknown to a registered partner, even one with its issuer and audience', async () => {
    const idToken = await requestIdToken()
    const { iss: issuer = '' } = decodeJwt(idToken)
    await addPartner(server, 'acme', { ...testPartner, issuer, audiences: ['chat-demo'] })
    // Partners are cached for a second.
    while ((await exchange(idToken, 'acme')).status === 401)
      await new Promise((done) => setTimeout(done, 100))
    assert.equal((await exchange(idToken, 'acme')).status, 503)
  })

  test('does not sign in with the key of another one', async () => {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA')
    const claims = decodeJwt(await requestIdToken())
    const jwk = await exportJWK(publicKey)
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'demo', typ: 'JWT', jwk })
      .sign(privateKey)
    const { status, body } = await exchange(forged)
    assert.deepEqual([status, body['error']], [400, 'invalid_request'])
  })

  test('is limited per address', async () => {
    await using limited = await runServer({ CHAT_DEMO: 'on', RATE_LIMITS: 'on' })
    let status = 200
    for (let count = 0; count <= 600 && status === 200; count++)
      ({ status } = await signIn({ origin: limited.url }, limited))
    assert.equal(status, 429)
    const open = () => fetch(`${limited.url}/chat-demo`, { headers: { accept: 'text/html' } })
    let page = await open()
    for (let count = 0; count <= 60 && page.ok; count++) page = await open()
    assert.equal(page.status, 429)
    assert.match(await page.text(), /^<!doctype html>/)
  })
})

test('the partner of the demo is not in the state, and no partner can be registered as it', async () => {
  await using state = await openState(readConfig({ DATA_DIR: server.dataDir }).state)
  const partners = new Partners(state, { service: 'careatlas' })
  assert.equal(await partners.find('chat-demo'), null)
  await assert.rejects(partners.add('chat-demo', testPartner), {
    code: 'invalid_parameter',
    message: /reserved/,
  })
})

async function readKey(url: string): Promise<string | undefined> {
  return /data-key="(\w+)"/.exec(await (await fetch(`${url}/chat-demo`)).text())?.[1]
}

test('servers with one state have the same partner and identity provider', async () => {
  await using first = await runServer({ CHAT_DEMO: 'on', BASE_URL: 'https://directory.example' })
  const config = readConfig({
    CHAT_DEMO: 'on',
    BASE_URL: 'https://directory.example',
    PORT: '0',
    DATA_DIR: first.dataDir,
    LOG_LEVEL: 'silent',
  })
  await using second = await startServer(config)
  assert.equal(await readKey(first.url), await readKey(second.url))
  const signedIn = await signIn({ origin: 'https://directory.example' }, first)
  const { id_token } = (await signedIn.json()) as { id_token: string }
  assert.equal((await exchange(id_token, 'chat-demo', second, 'https://directory.example')).status, 200)
})
