/** For tests: a proxy that adds a credential to each request, in front of a server, for clients that cannot send one. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** Passes all else unchanged, also the Host header. */
export async function startAuthorizingProxy(
  target: string,
  credential: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path = '/', headers } = incoming
    const onward = request(new URL(path, target), {
      method,
      headers: { ...headers, authorization: `Bearer ${credential}` },
    })
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      void pipeline(response, outgoing).catch(() => outgoing.destroy())
    })
    void pipeline(incoming, onward).catch(() => outgoing.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
