/** The pages for users and the proofs of the domain, over HTTP, under various settings. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runServer } from '../running.fixture.ts'

/** The text of a page without markup and repeated whitespace. */
async function readText(response: Response): Promise<string> {
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  const body = await response.text()
  return body.replaceAll(/<style>.*<\/style>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ')
}

describe('without settings of the operator', () => {
  test('each page says what is not filled in, and the start page links to all three', async () => {
    await using server = await runServer({ PRODUCT_NAME: 'Atlas & Co' })
    const [privacy, terms, support] = await Promise.all(
      ['/privacy', '/terms', '/support'].map(async (path) => readText(await server.get(path))),
    )
    for (const text of [privacy, terms, support]) {
      assert.match(text!, /The operator of Atlas &amp; Co has not given its name here/)
      assert.match(text!, /has not given an address for questions/)
    }
    assert.match(privacy!, /has not published a privacy policy of its own/)
    assert.match(terms!, /has not published terms of its own/)
    const start = await (await server.get('/')).text()
    for (const path of ['/privacy', '/terms', '/support']) assert.ok(start.includes(`href="${path}"`), path)
  })

  test('the privacy page states what the default settings do', async () => {
    await using server = await runServer()
    const text = await readText(await server.get('/privacy'))
    assert.match(text, /The log does not contain the content of searches/)
    assert.match(text, /keeps the texts of the last 1,000 different ones in memory/)
    assert.match(text, /sends searches to no other service/)
    assert.match(text, /The list of saved records stays in the browser/)
    assert.match(text, /codes are valid for 10 minutes/)
    assert.match(text, /for 12 hours, and recognize the browser for 400 days/)
    assert.match(text, /Consents to apps, and their tokens, are stored until/)
    assert.match(text, /Only requests that fail in the server are logged/)
    assert.match(text, /The salt changes every 90 days\. Old salts, and reports after 180 days, are deleted/)
  })

  test('the terms page says whom to call in an emergency and what a listed payer means', async () => {
    await using server = await runServer({ EMERGENCY_CONTACT: '112 Emergency number' })
    const text = await readText(await server.get('/terms'))
    assert.match(text, /call 112 \(Emergency number\)/)
    assert.match(text, /not on a card is not known to be out of network/)
  })
})

describe('the privacy page', () => {
  for (const [settings, expected] of [
    [{ LOG_QUERIES: 'on' }, /has turned on the logging of queries: the log contains the text/],
    [{}, /location of its user. It becomes the place of a search that names none, and is not logged/],
    [{ MCP_HOST_LOCATION: 'off' }, /sends the location of its user, the service ignores it/],
    [
      { MODEL_URL: 'http://127.0.0.1:9/v1', MODEL_NAME: 'm' },
      /messages in the chat, and records of the directory, are sent to a service with a language model/,
    ],
    [{ ACCESS_LOG: 'on' }, /logs one line for each request/],
    [{ LOG_LEVEL: 'debug' }, /logs one line for each request/],
    [{ OAUTH_ISSUER: 'https://id.example' }, /sign in at https:\/\/id\.example/],
    [{ OPERATOR_NAME: '<b>Clinic & Co</b>' }, /&lt;b&gt;Clinic &amp; Co&lt;\/b&gt; operates Careatlas/],
    [{ SUPPORT_EMAIL: 'help@example.org' }, /Questions: help@example\.org/],
    [
      { EMBEDDER: 'openai-compatible', EMBEDDER_URL: 'http://127.0.0.1:9/v1', EMBEDDER_MODEL: 'm' },
      /text of a search is sent to an embedding service/,
    ],
  ] as const)
    test(`states the effect of ${Object.keys(settings).join() || 'the defaults'}`, async () => {
      await using server = await runServer(settings)
      assert.match(await readText(await server.get('/privacy')), expected)
    })

  test('does not mention accounts with AUTH=off', async () => {
    await using server = await runServer({ AUTH: 'off' })
    assert.doesNotMatch(await readText(await server.get('/privacy')), /account|sign-in/i)
  })
})

test('redirects /privacy and /terms to the pages of the operator, and keeps /support', async () => {
  const urls = { PRIVACY_URL: 'https://clinic.example/privacy', TERMS_URL: 'https://clinic.example/terms' }
  await using server = await runServer(urls)
  for (const [path, url] of [
    ['/privacy', urls.PRIVACY_URL],
    ['/terms', urls.TERMS_URL],
  ] as const) {
    const response = await server.get(path)
    assert.deepEqual([response.status, response.headers.get('location')], [302, url])
  }
  assert.equal((await server.get('/support')).status, 200)
})

describe('the proofs of the domain', () => {
  const proofs = [
    ['openai-apps-challenge', 'OPENAI_APPS_CHALLENGE', 'a-token_1234'],
    [
      'mcp-registry-auth',
      'MCP_REGISTRY_AUTH',
      'v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    ],
  ] as const

  for (const [file, setting, value] of proofs)
    test(`/.well-known/${file} is the value of ${setting} without a key, and 404 before it is set`, async () => {
      await using unset = await runServer()
      const missing = await fetch(`${unset.url}/.well-known/${file}`)
      assert.equal(missing.status, 404)
      assert.match(await missing.text(), new RegExp(setting))

      await using server = await runServer({ [setting]: value })
      const response = await fetch(`${server.url}/.well-known/${file}`)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
      assert.equal(await response.text(), value)
    })
})
