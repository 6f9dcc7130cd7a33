/** For tests: the guarantees of a program of `examples/mcp`, against the demo. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Installation } from '@careatlas/bin/command.fixture'
import { publishDemoRegion } from '@careatlas/bin/demo-region.fixture'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'

const installation = new Installation()
let server: LoggedServer
let key = ''

/** Declares the tests of the program that `command` starts. */
export function testExample(command: readonly string[]): void {
  before(async () => {
    await publishDemoRegion(installation.dataDir)
    server = await LoggedServer.start(installation.dataDir, { AUTH: 'on' })
    key = (await installation.run('keys', 'create', '--label', 'example')).stdout.trim()
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    installation[Symbol.dispose]()
  })

  test('finds a Spanish-speaking cardiologist of a carrier, and verifies the answer', async (context) => {
    const { status, stdout, stderr } = await run(command, server.url, '02903', 'Narrows')
    context.diagnostic(stdout)
    assert.equal(status, 0, stderr)
    const [npi = ''] = /\b\d{10}\b/.exec(stdout) ?? []
    const card = await fetchCard(npi)
    assert.ok(card.languages.includes('es'))
    assert.ok(card.specialties.some(({ name }) => name === 'Cardiologist'))
    assert.ok(card.carriers.some(({ code, status: listing }) => code === 'DEMO1' && listing === 'listed'))
  })

  test('fails if the card does not confirm the carrier', async () => {
    await using proxy = await startProxy('"status":"listed"', '"status":"unknown"')
    const { status, stderr } = await run(command, proxy.url, '02903', 'Narrows')
    assert.equal(status, 1)
    assert.match(stderr, /The card of \d{10} contradicts the search: DEMO1 does not list the clinician\./)
  })

  for (const [zip, carrier, message] of [
    ['02903', 'Nothing', /No carrier has "Nothing" in its name/],
    ['02903', 'Medic', /Which carrier is meant: State Medicaid \(fictional\), Medicare \(fictional\)\?/],
    ['99501', 'Narrows', /No Spanish-speaking cardiologist within 25 miles of 99501/],
  ] as const)
    test(`fails for ${carrier} near ${zip}`, async () => {
      const { status, stdout, stderr } = await run(command, server.url, zip, carrier)
      assert.equal(status, 1)
      assert.match(stderr, message)
      assert.equal(stdout, '')
    })

  test('fails with a wrong key', async () => {
    const { status, stdout } = await run(command, server.url, '02903', 'Narrows', `${key}x`)
    assert.equal(status, 1)
    assert.equal(stdout, '')
  })
}

async function run(
  [program, ...options]: readonly string[],
  url: string,
  zip: string,
  carrier: string,
  credential = key,
) {
  const child = spawn(program!, [...options, `${url}/mcp`, zip, carrier], {
    env: { ...process.env, CAREATLAS_KEY: credential },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: child.exitCode, stdout, stderr }
}

interface Card {
  readonly languages: readonly string[]
  readonly specialties: readonly { readonly name: string }[]
  readonly carriers: readonly { readonly code: string; readonly status: string }[]
}

/** Over REST, so that the example is not compared with itself. */
async function fetchCard(npi: string): Promise<Card> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${server.url}/v1/providers/${npi}`, { headers })
  assert.equal(response.status, 200)
  return ((await response.json()) as { readonly data: Card }).data
}

/** A server that answers as the demo does, except for one text. */
async function startProxy(from: string, to: string): Promise<AsyncDisposable & { readonly url: string }> {
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const passed = Object.entries(headers).filter(([name]) =>
      /^(?:mcp-|accept$|auth|content-type)/.test(name),
    )
    const body = method === 'POST' ? await buffer(request) : null
    const answer = await fetch(server.url + url, { method, headers: passed as [string, string][], body })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end((await answer.text()).replaceAll(from, to))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
