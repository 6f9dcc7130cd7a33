/** Concurrent requests to two servers that share their state in PostgreSQL. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { engines } from '@careatlas/state/engines.fixture'
import { findFreePort } from '@careatlas/state/free-port.fixture'
import { refreshGraceMs } from '@careatlas/state/oauth-records'
import { runServer } from '../running.fixture.ts'
import { mockClock } from '../mock-clock.fixture.ts'
import { createTokenRequest, startOAuthServer } from './oauth-server.fixture.ts'

const { skip, createPlace } = engines.find(({ name }) => name === 'PostgreSQL')!

const advanceClock = mockClock()

/** Two servers with one BASE_URL, the URL of the first. */
async function startPair() {
  const place = (await createPlace()) as { readonly url: string }
  const PORT = `${await findFreePort()}`
  const shared = { DATABASE_URL: place.url, BASE_URL: `http://127.0.0.1:${PORT}` }
  const server = await startOAuthServer({ ...shared, PORT })
  const other = await runServer(shared)
  after(() => Promise.all([server[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]))
  return { server, config: await server.register(), urls: [server.url, other.url] as const }
}

const requestsPerServer = 8

test(
  'exactly one of several concurrent requests with one code gets tokens, and the reuse of the code revokes them',
  { skip },
  async () => {
    const { server, config, urls } = await pair
    for (let round = 0; round < 4; round += 1) {
      const form = await createTokenRequest(server, config)
      const responses = await requestConcurrently(urls, form)
      const [granted, ...others] = responses.filter(({ status }) => status === 200)
      assert.ok(granted)
      assert.deepEqual(others, [])
      assert.deepEqual(distinctErrors(responses), ['invalid_grant'])
      const { client_id } = config.clientMetadata()
      const refresh_token = String(granted.body['refresh_token'])
      assert.equal(
        (await requestToken(urls[1], { grant_type: 'refresh_token', client_id, refresh_token })).status,
        400,
      )
    }
  },
)

test(
  'concurrent requests with one refresh token all get tokens within the grace period of a minute',
  { skip },
  async (context) => {
    const { server, config, urls } = await pair
    const { client_id } = config.clientMetadata()
    const first = await requestToken(urls[1], await createTokenRequest(server, config))
    const refresh = (refresh_token: unknown) => ({
      grant_type: 'refresh_token',
      client_id,
      refresh_token: String(refresh_token),
    })
    const form = refresh(first.body['refresh_token'])
    const responses = await requestConcurrently(urls, form)
    assert.deepEqual(distinctErrors(responses), [])
    const tokens = responses.map(({ body }) => String(body['refresh_token']))
    assert.equal(new Set(tokens).size, 2 * requestsPerServer)
    assert.equal((await requestToken(urls[0], refresh(tokens[0]))).status, 200)
    assert.equal((await requestToken(urls[1], refresh(tokens[1]))).status, 200)

    advanceClock(context, refreshGraceMs + 1000)
    assert.deepEqual(distinctErrors(await requestConcurrently(urls, form)), ['invalid_grant'])
    assert.deepEqual(distinctErrors(await requestConcurrently(urls, refresh(tokens[2]))), ['invalid_grant'])
  },
)

const pair = skip === false ? startPair() : Promise.reject(new Error(skip))
pair.catch(() => undefined)

type Form = Readonly<Record<string, string>>

interface TokenResponse {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function requestToken(url: string, form: Form): Promise<TokenResponse> {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, body: (await response.json()) as TokenResponse['body'] }
}

function requestConcurrently(urls: readonly string[], form: Form): Promise<readonly TokenResponse[]> {
  return Promise.all(
    Array.from({ length: requestsPerServer }, () => urls.map((url) => requestToken(url, form))).flat(),
  )
}

function distinctErrors(responses: readonly TokenResponse[]): readonly unknown[] {
  const refused = responses.filter(({ status }) => status !== 200)
  return [...new Set(refused.map(({ body }) => body['error']))]
}
