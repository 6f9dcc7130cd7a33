/** The server fetches Client ID Metadata Documents from URLs that clients name, but never from loopback addresses. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { test } from 'node:test'
import { runServer } from '../running.fixture.ts'

test('the server fetches no document from a loopback host or address, even if its certificate is trusted', async () => {
  await using documents = await startTrustedServer()
  const { port } = documents
  assert.equal((await fetch(`https://localhost:${port}/client`)).status, 200)
  assert.equal(documents.requests(), 1)
  await using server = await runServer()
  for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]']) {
    const query = new URLSearchParams({
      client_id: `https://${host}:${port}/client`,
      redirect_uri: 'https://agent.example/callback',
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const response = await fetch(`${server.url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
    assert.equal(response.status, 400)
  }
  assert.equal(documents.requests(), 1)
})

/** An HTTPS server whose certificate this process trusts. It counts its requests. */
async function startTrustedServer() {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'documents-'))
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name)) as [string, string]
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::ffff:127.0.0.1'
  execFileSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext ${names} -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  )
  const defaults = getCACertificates('default')
  setDefaultCACertificates([...defaults, readFileSync(cert, 'utf8')])
  let requests = 0
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
    requests += 1
    response.end('{}')
  })
  server.listen(0)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    [Symbol.asyncDispose]: async () => {
      setDefaultCACertificates(defaults)
      server.closeAllConnections()
      server.close()
    },
  }
}
