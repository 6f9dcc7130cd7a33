/** Runs the conformance suite of the Model Context Protocol against the authorization server; the user always consents. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type OAuthTestServer, startOAuthServer } from '@careatlas/server/oauth/oauth-server.fixture'
import { findFreePort } from '@careatlas/state/free-port.fixture'

const suite = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')))

test('the authorization server conforms to the Model Context Protocol', async (context) => {
  await using server = await startOAuthServer()
  using folder = mkdtempDisposableSync(join(tmpdir(), 'conformance-'))
  const registered = await server.register({ redirect_uris: ['http://127.0.0.1/callback'] })
  const { client_id } = registered.clientMetadata()
  const port = `${await findFreePort()}`
  const serverOptions = ['--url', server.url, '--client-id', client_id, '--resource', server.resource]
  const output = await runSuite(server, folder.path, [
    ...serverOptions,
    '--port',
    port,
    '--output-dir',
    folder.path,
  ])
  const checks = globSync('*/checks.json', { cwd: folder.path }).flatMap(
    (file) => JSON.parse(readFileSync(join(folder.path, file), 'utf8')) as readonly Check[],
  )
  for (const { id, status } of checks) context.diagnostic(`${id}: ${status}`)
  assert.deepEqual(
    checks.map(({ id, status }) => `${id}: ${status}`).toSorted(),
    [
      'authorization-code-grant: SUCCESS',
      'authorization-server-metadata-cimd: SUCCESS',
      'authorization-server-metadata: SUCCESS',
    ],
    output,
  )
})

interface Check {
  readonly id: string
  readonly status: string
}

/** Runs the suite and returns its output; signs in and consents when the suite waits for it. */
async function runSuite(server: OAuthTestServer, home: string, options: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(suite, 'dist/index.js'), 'authorization', ...options], {
    env: { HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines: string[] = []
  let authorizationUrl = ''
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.includes('/oauth/authorize?')) authorizationUrl = line
    if (line.startsWith('Callback server started')) await authorizeClient(server, authorizationUrl)
  }
  await ended
  return lines.join('\n')
}

async function authorizeClient(server: OAuthTestServer, authorizationUrl: string): Promise<void> {
  const browser = server.browser()
  const consent = await browser.signIn(await browser.go(authorizationUrl), server)
  const { returnUrl, html } = await browser.send(consent, '/consent', { decision: 'allow' })
  assert.ok(returnUrl, html)
  assert.equal((await fetch(returnUrl)).status, 200)
}
