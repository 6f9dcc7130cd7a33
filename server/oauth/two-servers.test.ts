/** Concurrent requests to two servers that share their state in PostgreSQL. */
import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { engines } from '@careatlas/state/engines.fixture'
import { freePort } from '@careatlas/state/free-port.fixture'
import { refreshGraceMs } from '@careatlas/state/oauth-records'
import { runServer } from '../running.fixture.ts'
import { allow, startOAuthServer, redirect_uri } from './oauth-server.fixture.ts'

const { skip, createPlace } = engines.find(({ name }) => name === 'PostgreSQL')!

// Tests set the clock by hand.
const now = Date.now()
mock.timers.enable({ apis: ['Date'], now })

/** Two servers with one BASE_URL, the URL of the first. */
async function startPair() {
  const place = (await createPlace()) as { readonly url: string }
  const PORT = `${await freePort()}`
  const shared = { DATABASE_URL: place.url, BASE_URL: `http://127.0.0.1:${PORT}` }
  const at = await startOAuthServer({ ...shared, PORT })
  const other = await runServer(shared)
  after(() => Promise.all([at[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]))
  return { at, config: await at.register(), urls: [at.url, other.url] as const }
}

const requestsPerServer = 8

test(
  'of concurrent requests with one code, one gets tokens, and the reuse of the code revokes them',
  { skip },
  async () => {
    const { at, config, urls } = await running
    for (let round = 0; round < 4; round += 1) {
      const { returnUrl, checks } = await allow(at, config)
      const form = {
        grant_type: 'authorization_code',
        client_id: config.clientMetadata().client_id,
        code: returnUrl.searchParams.get('code') ?? '',
        code_verifier: checks.pkceCodeVerifier,
        redirect_uri,
      }
      const answers = await requestConcurrently(urls, form)
      const [granted, ...more] = answers.filter(({ status }) => status === 200)
      assert.ok(granted)
      assert.deepEqual(more, [])
      assert.deepEqual(errorsOf(answers), ['invalid_grant'])
      const { client_id } = form
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
    const { at, config, urls } = await running
    const { returnUrl, checks } = await allow(at, config)
    const { client_id } = config.clientMetadata()
    const first = await requestToken(urls[1], {
      grant_type: 'authorization_code',
      client_id,
      code: returnUrl.searchParams.get('code') ?? '',
      code_verifier: checks.pkceCodeVerifier,
      redirect_uri,
    })
    const refresh = (refresh_token: unknown) => ({
      grant_type: 'refresh_token',
      client_id,
      refresh_token: String(refresh_token),
    })
    const form = refresh(first.body['refresh_token'])
    const answers = await requestConcurrently(urls, form)
    assert.deepEqual(errorsOf(answers), [])
    const tokens = answers.map(({ body }) => String(body['refresh_token']))
    assert.equal(new Set(tokens).size, 2 * requestsPerServer)
    assert.equal((await requestToken(urls[0], refresh(tokens[0]))).status, 200)
    assert.equal((await requestToken(urls[1], refresh(tokens[1]))).status, 200)

    context.after(() => mock.timers.setTime(now))
    mock.timers.setTime(now + refreshGraceMs + 1000)
    assert.deepEqual(errorsOf(await requestConcurrently(urls, form)), ['invalid_grant'])
    assert.deepEqual(errorsOf(await requestConcurrently(urls, refresh(tokens[2]))), ['invalid_grant'])
  },
)

const running = skip === false ? startPair() : Promise.reject(new Error(skip))
running.catch(() => undefined)

type Form = Readonly<Record<string, string>>

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function requestToken(url: string, form: Form): Promise<Answer> {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

function requestConcurrently(urls: readonly string[], form: Form): Promise<readonly Answer[]> {
  return Promise.all(
    Array.from({ length: requestsPerServer }, () => urls.map((url) => requestToken(url, form))).flat(),
  )
}

/** The distinct error codes. */
function errorsOf(answers: readonly Answer[]): readonly unknown[] {
  const refused = answers.filter(({ status }) => status !== 200)
  return [...new Set(refused.map(({ body }) => body['error']))]
}
