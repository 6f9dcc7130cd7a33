/** The agent surface as a resource that tokens open (RFC 9728): what it says of itself, and how it asks for a token (RFC 6750). */
import { DirectoryError } from '@careatlas/contract/errors'
import type { Keys, Principal } from '@careatlas/state/keys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonType } from '../../http/response-headers.ts'
import type { CheckAccessToken } from './access-token.ts'
import { directoryScope, resourceOf } from './resource.ts'

export interface ProtectedResourceOptions {
  /** Public address, without a slash at the end; known when the first request comes. */
  readonly issuer: () => string
  readonly productName: string
  /** Who sent the request; rejects when it has no good key or token. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Principal>
}

const metadataPath = '/.well-known/oauth-protected-resource'

/** Keys and access tokens come in the same header; a token is three parts with dots between, and no key has one. */
export function keysAndTokens(keys: Pick<Keys, 'verify'>, check: CheckAccessToken): Pick<Keys, 'verify'> {
  return {
    verify: async (text) => {
      if (!text.includes('.')) return keys.verify(text)
      try {
        return { keyId: (await check(text)).accountId }
      } catch (error) {
        if (error instanceof DirectoryError && error.code === 'invalid_credentials') return null
        throw error
      }
    },
  }
}

export async function registerProtectedResource(
  app: FastifyInstance,
  { issuer, productName, authenticate }: ProtectedResourceOptions,
): Promise<void> {
  for (const url of [metadataPath, `${metadataPath}/mcp`])
    app.get(url, (_request, reply) =>
      reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(
        JSON.stringify({
          resource: resourceOf(issuer()),
          authorization_servers: [issuer()],
          scopes_supported: [directoryScope],
          bearer_methods_supported: ['header'],
          resource_name: productName,
          resource_documentation: `${issuer()}/docs`,
        }),
      ),
    )

  await app.register(async (agents) => {
    // After the refusal has said what it says everywhere.
    agents.addHook('onSend', async (_request, reply) => {
      const challenge = challengeOf(reply, issuer())
      if (challenge !== null) void reply.header('www-authenticate', challenge)
    })
    agents.post('/mcp', async (request, reply) => {
      await authenticate(request, reply)
      throw new DirectoryError('not_found', 'Nothing is served to agents here yet.')
    })
  })
}

/** Adds where a token is to be had to what the refusal says everywhere. */
function challengeOf(reply: FastifyReply, issuer: string): string | null {
  if (reply.statusCode !== 401 && reply.statusCode !== 403) return null
  const said =
    reply.statusCode === 403 ? 'Bearer error="insufficient_scope"' : reply.getHeader('www-authenticate')
  const where = `realm="mcp", resource_metadata="${issuer}${metadataPath}/mcp", scope="${directoryScope}"`
  return `${String(said)}${said === 'Bearer' ? ' ' : ', '}${where}`
}
