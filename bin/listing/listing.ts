/** What the files of a listing are derived from: the settings, the contract of the tools, and one record of the directory. */
import { isIP } from 'node:net'
import { mcpTools, type McpToolName, toolAnnotations } from '@careatlas/contract/mcp-tools'
import { removeBrackets } from '@careatlas/server/addresses'
import type { Config } from '@careatlas/server/config'
import { version } from '@careatlas/server/version'
import { UsageError } from '../exit-codes.ts'
import type { Sample } from './sample.ts'

export interface Listing {
  readonly productName: string
  readonly serviceName: string
  readonly version: string
  /** The public https address, without a trailing slash. */
  readonly baseUrl: string
  readonly mcpUrl: string
  readonly operator: Config['operator']
  readonly sample: Sample
}

/** Throws UsageError if BASE_URL is not an https address that hosts on the internet can reach. */
export function createListing(config: Config, sample: Sample): Listing {
  const { productName, serviceName, operator } = config
  const baseUrl = requirePublicUrl(config.baseUrl)
  return { productName, serviceName, version, baseUrl, mcpUrl: `${baseUrl}/mcp`, operator, sample }
}

/** Top-level domains that are never on the internet (RFC 2606, RFC 6761, RFC 6762, RFC 8375, ICANN `internal`). */
const privateDomain = /\.(?:localhost|local|internal|home\.arpa|test|invalid|example)$/

/** Returns `baseUrl` if it is public. Throws UsageError. */
export function requirePublicUrl(baseUrl: string | null): string {
  const url = URL.parse(baseUrl ?? '')
  if (baseUrl === null || url === null)
    throw new UsageError(
      'A listing needs BASE_URL, the public https address of the service, such as BASE_URL=https://care.example.org.',
    )
  if (url.protocol !== 'https:')
    throw new UsageError(
      `A listing needs an https address; BASE_URL is ${baseUrl}. Put a TLS proxy in front.`,
    )
  const host = removeBrackets(url.hostname)
  if (isIP(host) !== 0 || !host.includes('.') || privateDomain.test(host))
    throw new UsageError(
      `A listing needs an address with a public domain name; BASE_URL is ${baseUrl}, which hosts on the internet cannot reach.`,
    )
  return baseUrl
}

/** The names, titles and hints of the tools, in the order of `tools/list`. */
export const listedTools = Object.entries(mcpTools).map(([name, { title }]) => ({
  name: name as McpToolName,
  title,
  hints: toolAnnotations,
}))
