/** For tests: an HTTPS server on loopback addresses whose certificate this process trusts. It counts its requests. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export async function startTrustedServer() {
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
