/** `server.json` of the MCP registry, schema 2025-12-11. */
import type { Listing } from './listing.ts'

/** At most 100 characters, as the schema requires. */
const description = 'Find US clinicians and places of care; each fact has its source and date. Read-only.'

export function createServerJson({ productName, serviceName, version, baseUrl, mcpUrl }: Listing): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${reverseDomain(baseUrl)}/${serviceName}`,
    title: productName,
    description,
    version,
    websiteUrl: baseUrl,
    remotes: [{ type: 'streamable-http', url: mcpUrl }],
  }
}

/** The registry proves the whole host name over HTTP, so the namespace is the host name with its labels reversed. */
function reverseDomain(baseUrl: string): string {
  return new URL(baseUrl).hostname.split('.').toReversed().join('.')
}
