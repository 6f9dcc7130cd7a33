/** Metadata of the protected resource (RFC 9728), and challenges that point to it (RFC 6750). */
import type { FastifyInstance } from 'fastify'
import type { PublicUrl } from '../http/public-url.ts'
import { jsonType } from '../http/response-headers.ts'
import { directoryScope } from '../access/principal.ts'
import { resourceOf } from './resource.ts'

export interface ProtectedResourceOptions {
  readonly publicUrl: PublicUrl
  /** The external authorization server; null: the built-in one. */
  readonly oauthIssuer: string | null
  readonly productName: string
}

const metadataPath = '/.well-known/oauth-protected-resource'

/** Registers the metadata. Every challenge of a 401 or 403 response names the metadata document, except those of the chat. */
export async function registerProtectedResource(
  app: FastifyInstance,
  { publicUrl, oauthIssuer, productName }: ProtectedResourceOptions,
): Promise<void> {
  // The resource in a document must equal the name that the client started from (RFC 9728, section 3.3).
  for (const [path, toResource] of [
    [metadataPath, (url: string) => url],
    [`${metadataPath}/mcp`, resourceOf],
  ] as const)
    app.get(path, (request, reply) => {
      const url = publicUrl(request)
      return reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(
        JSON.stringify({
          resource: toResource(url),
          authorization_servers: [oauthIssuer ?? url],
          scopes_supported: [directoryScope],
          bearer_methods_supported: ['header'],
          resource_name: productName,
          resource_documentation: `${url}/docs`,
        }),
      )
    })

  app.addHook('onSend', (request, reply, _payload, done) => {
    const challenge = reply.getHeader('www-authenticate')
    const { url: route = '' } = request.routeOptions
    // The authorization server of this resource issues no tokens of the chat.
    if (typeof challenge === 'string' && !route.startsWith('/sdk/')) {
      const isMcp = route === '/mcp'
      void reply.header('www-authenticate', addMetadataUrl(challenge, publicUrl(request), isMcp))
    }
    done()
  })
}

/** Adds the URL of the metadata document to a challenge. */
function addMetadataUrl(challenge: string, url: string, isMcp: boolean): string {
  const metadata = `resource_metadata="${url}${metadataPath}${isMcp ? '/mcp' : ''}"`
  const parameters = `${isMcp ? 'realm="mcp", ' : ''}${metadata}, scope="${directoryScope}"`
  return `${challenge}${challenge === 'Bearer' ? ' ' : ', '}${parameters}`
}
