/** For tests: the guarantees of a program of `examples/typescript` and `examples/python`, against the demo. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Installation } from '@careatlas/bin/command.fixture'
import { publishDemoRegion } from '@careatlas/bin/demo-region.fixture'
import { errors } from '@careatlas/contract/errors'
import { policies } from '@careatlas/server/access/rate-limit/policies'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'

const installation = new Installation()
let server: LoggedServer
let key = ''

/** Declares the tests of the program that `command` starts. */
export function testClientExample(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void {
  const run = (url: string, language: string, credential = key) =>
    runProgram([...command, url, '02903', 'heart doctor', language], { ...env, CAREATLAS_KEY: credential })

  before(async () => {
    await publishDemoRegion(installation.dataDir)
    server = await LoggedServer.start(installation.dataDir, { AUTH: 'on', RATE_LIMITS: 'on' })
    key = (await installation.run('keys', 'create', '--label', 'example')).stdout.trim()
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    installation[Symbol.dispose]()
  })

  test('finds a clinician on a later page who speaks the language, with the sources', async (context) => {
    const expected = await findLaterHit()
    const { status, stdout, stderr } = await run(server.url, expected.language)
    context.diagnostic(stdout)
    assert.equal(status, 0, stderr)
    assert.match(stdout, new RegExp(`^.+ \\(NPI ${expected.npi}\\), [\\d.]+ miles\\n`))
    assert.match(stdout, /^source: nppes, \d{4}-\d\d-\d\d$/m)
  })

  test('fails if no result speaks the language', async () => {
    const { status, stdout, stderr } = await run(server.url, 'is')
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^None of the first 50 results near 02903 speaks is\.$/m)
  })

  test('fails with the message of the server if the key is wrong', async () => {
    const { status, stdout, stderr } = await run(server.url, 'es', `${key}x`)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /\(invalid_credentials; see http.*\/docs\/errors\/invalid_credentials\)/)
  })

  test('fails if the card contradicts the search', async () => {
    await using proxy = await startProxy((answer, path) =>
      path.startsWith('/v1/providers/') ? answer.replace(/"languages":\[[^\]]*\]/, '"languages":[]') : answer,
    )
    const { status, stderr } = await run(proxy.url, 'es')
    assert.equal(status, 1)
    assert.match(stderr, /^The card of \d{10} contradicts the search\.$/m)
  })

  test('waits and repeats a request after 429, and gives up if it should wait for long', async () => {
    await using proxy = await startProxy((answer) => answer, [1])
    assert.equal((await run(proxy.url, 'es')).status, 0)
    assert.ok(proxy.requests > 2)
    const exhausted = await createExhaustedKey()
    const { status, stderr } = await run(server.url, 'es', exhausted)
    assert.equal(status, 1)
    assert.match(stderr, /\(rate_limited; see /)
  })
}

async function runProgram([program, ...options]: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(program!, options, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: child.exitCode, stdout, stderr }
}

interface Hit {
  readonly npi: string
  readonly languages: readonly string[]
}

const search = (query: string, credential = key) =>
  fetch(`${server.url}/v1/providers?q=heart+doctor&zip=02903&${query}`, {
    headers: { authorization: `Bearer ${credential}` },
  })

/** A language of the results beyond the first page of five, with the first clinician who speaks it. */
async function findLaterHit(): Promise<{ readonly language: string; readonly npi: string }> {
  const { data } = (await (await search('limit=50')).json()) as { readonly data: readonly Hit[] }
  const early = new Set(data.slice(0, 5).flatMap(({ languages }) => languages))
  for (const { npi, languages } of data.slice(5)) {
    const language = languages.find((code) => !early.has(code))
    if (language !== undefined) return { language, npi }
  }
  throw new Error('Every language of the results is on the first page.')
}

/** A new key, whose window has just begun, that has made as many searches as its limit allows. */
async function createExhaustedKey(): Promise<string> {
  const { stdout } = await installation.run('keys', 'create', '--label', 'exhausted')
  for (let count = 0; count <= policies.search.limit; count++) {
    const { status } = await search('limit=1', stdout.trim())
    if (status === 429) return stdout.trim()
  }
  throw new Error('The server applies no limit.')
}

/** A server that answers as the demo does, except for what `change` replaces; `waits` are the Retry-After of the first answers. */
async function startProxy(change: (answer: string, path: string) => string, waits: readonly number[] = []) {
  const state = { requests: 0 }
  const proxy = createServer(async ({ url = '/', headers }, response) => {
    const wait = waits[state.requests++]
    if (wait !== undefined) return sendLimit(response, wait)
    const answer = await fetch(server.url + url, { headers: { authorization: headers.authorization ?? '' } })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(change(await answer.text(), url))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    get requests() {
      return state.requests
    },
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

function sendLimit(response: ServerResponse, waitSeconds: number): void {
  const { status, title } = errors.rate_limited
  const error = { code: 'rate_limited', message: title, status, docs: '/docs/errors/rate_limited' }
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': String(waitSeconds) })
  response.end(JSON.stringify({ error }))
}
