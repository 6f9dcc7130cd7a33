/** What tokens open (RFC 9728), the agent surface and REST: what it says of itself, and how it asks for a token (RFC 6750). */
import { ApiError } from '@careatlas/contract/errors'
import { readQueryString } from '@careatlas/contract/query-string'
import { refuseUnknown } from '@careatlas/contract/unknown-parameter'
import type { FastifyInstance } from 'fastify'
import { jsonType } from '../http/response-headers.ts'
import type { Authenticate } from '../access/authenticate.ts'
import { directoryScope } from '../access/principal.ts'
import { resourceOf } from './resource.ts'

export interface ProtectedResourceOptions {
  /** Public address, without a slash at the end; known when the first request comes. */
  readonly url: () => string
  /** Whose tokens are good; known when the first request comes. */
  readonly issuer: () => string
  readonly productName: string
  readonly authenticate: Authenticate
}

const metadataPath = '/.well-known/oauth-protected-resource'

/** `/mcp` rejects as `authenticate` does. All that ask for a token here say where one is to be had. */
export async function registerProtectedResource(
  app: FastifyInstance,
  { url, issuer, productName, authenticate }: ProtectedResourceOptions,
): Promise<void> {
  // Who began with a name must read it again (RFC 9728, section 3.3).
  for (const [path, resource] of [
    [metadataPath, url],
    [`${metadataPath}/mcp`, () => resourceOf(url())],
  ] as const)
    app.get(path, (_request, reply) =>
      reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(
        JSON.stringify({
          resource: resource(),
          authorization_servers: [issuer()],
          scopes_supported: [directoryScope],
          bearer_methods_supported: ['header'],
          resource_name: productName,
          resource_documentation: `${url()}/docs`,
        }),
      ),
    )

  // After the refusal has said what it says of itself.
  app.addHook('onSend', (request, reply, _payload, done) => {
    const said = reply.getHeader('www-authenticate')
    if (typeof said === 'string')
      void reply.header('www-authenticate', challengeOf(said, url(), request.routeOptions.url === '/mcp'))
    done()
  })
  app.post('/mcp', async (request, reply) => {
    refuseUnknown(readQueryString(/\?.*/.exec(request.url)?.[0] ?? '').keys(), [])
    await authenticate(request, reply)
    // A request is counted once, so it may ask for one thing alone.
    if (Array.isArray(request.body)) throw new ApiError('bad_request', 'Send one JSON-RPC message at a time.')
    throw new ApiError('not_found', 'Nothing is served to agents here yet.')
  })
}

/** Adds where a token is to be had to what the refusal says of itself. */
function challengeOf(said: string, url: string, isOfAgents: boolean): string {
  const metadata = `resource_metadata="${url}${metadataPath}${isOfAgents ? '/mcp' : ''}"`
  const where = `${isOfAgents ? 'realm="mcp", ' : ''}${metadata}, scope="${directoryScope}"`
  return `${said}${said === 'Bearer' ? ' ' : ', '}${where}`
}
