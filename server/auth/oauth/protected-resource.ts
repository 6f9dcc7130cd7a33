/** The agent surface as a resource that tokens open (RFC 9728): what it says of itself, and how it asks for a token (RFC 6750). */
import { DirectoryError } from '@careatlas/contract/errors'
import { readQueryString } from '@careatlas/contract/query-string'
import { refuseUnknown } from '@careatlas/contract/unknown-parameter'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { jsonType } from '../../http/response-headers.ts'
import { type Authenticate, directoryScope } from '../../principal.ts'
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

/** `/mcp` rejects as `authenticate` does, with a challenge that says where a token is to be had. */
export async function registerProtectedResource(
  app: FastifyInstance,
  { url, issuer, productName, authenticate }: ProtectedResourceOptions,
): Promise<void> {
  for (const path of [metadataPath, `${metadataPath}/mcp`])
    app.get(path, (_request, reply) =>
      reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(
        JSON.stringify({
          resource: resourceOf(url()),
          authorization_servers: [issuer()],
          scopes_supported: [directoryScope],
          bearer_methods_supported: ['header'],
          resource_name: productName,
          resource_documentation: `${url()}/docs`,
        }),
      ),
    )

  await app.register(async (agents) => {
    // After the refusal has said what it says everywhere.
    agents.addHook('onSend', async (_request, reply) => {
      const challenge = challengeOf(reply, url())
      if (challenge !== null) void reply.header('www-authenticate', challenge)
    })
    agents.post('/mcp', async (request, reply) => {
      refuseUnknown(readQueryString(/\?.*/.exec(request.url)?.[0] ?? '').keys(), [])
      await authenticate(request, reply)
      throw new DirectoryError('not_found', 'Nothing is served to agents here yet.')
    })
  })
}

/** Adds where a token is to be had to what the refusal says everywhere. */
function challengeOf(reply: FastifyReply, url: string): string | null {
  if (reply.statusCode !== 401 && reply.statusCode !== 403) return null
  const said = String(reply.getHeader('www-authenticate'))
  const where = `realm="mcp", resource_metadata="${url}${metadataPath}/mcp", scope="${directoryScope}"`
  return `${said}${said === 'Bearer' ? ' ' : ', '}${where}`
}
