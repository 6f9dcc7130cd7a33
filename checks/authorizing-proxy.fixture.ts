/** For tests: a proxy that adds a credential to each request, in front of a server, for clients that cannot send one. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export interface AuthorizingProxy extends AsyncDisposable {
  readonly url: string
  /** The values of `MCP-Protocol-Version` in the requests. */
  readonly revisions: ReadonlySet<string>
}

/**
 * Passes all else unchanged, also the Host header.
 * @param changeBody changes the text of each request
 */
export async function startAuthorizingProxy(
  target: string,
  credential: string,
  changeBody = (body: string) => body,
): Promise<AuthorizingProxy> {
  const revisions = new Set<string>()
  const proxy = createServer(async (incoming, outgoing) => {
    const { method, url: path = '/', headers } = incoming
    const revision = headers['mcp-protocol-version']
    if (typeof revision === 'string') revisions.add(revision)
    const body = changeBody(await text(incoming))
    const onward = request(new URL(path, target), {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${credential}`,
        ...(body !== '' && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      void pipeline(response, outgoing).catch(() => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    onward.end(body)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    revisions,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
