/** `/.well-known/mcp.json`: describes the MCP endpoint to clients that know only the address of the service. */
import { mcpTools } from '@careatlas/contract/mcp-tools'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import type { PublicUrl } from '../http/public-url.ts'
import { jsonType } from '../http/response-headers.ts'
import { version } from '../version.ts'

export interface DiscoveryOptions {
  readonly publicUrl: PublicUrl
  readonly serviceName: string
  readonly productName: string
  /** Whether requests need a credential. */
  readonly auth: boolean
}

/** The revision without `initialize`; the SDK does not export it. */
const newestRevision = '2026-07-28'

/** Registers the document. */
export function registerDiscovery(app: FastifyInstance, options: DiscoveryOptions): void {
  const { publicUrl, serviceName, productName, auth } = options
  app.get('/.well-known/mcp.json', (request, reply) => {
    const url = publicUrl(request)
    return reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(
      JSON.stringify({
        name: serviceName,
        title: productName,
        version,
        description: 'Search clinicians and places of care, with sources, dates and payer listings.',
        protocolVersions: [newestRevision, ...SUPPORTED_PROTOCOL_VERSIONS],
        transport: { type: 'streamable-http', url: `${url}/mcp` },
        authentication: auth
          ? {
              required: true,
              schemes: ['bearer', 'oauth2'],
              resourceMetadata: `${url}/.well-known/oauth-protected-resource/mcp`,
            }
          : { required: false },
        tools: Object.keys(mcpTools),
        documentation: `${url}/docs`,
      }),
    )
  })
}
