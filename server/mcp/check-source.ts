/** Protects the endpoint from DNS rebinding and from foreign web pages: checks Host and Origin of a request. */
import { ApiError } from '@careatlas/contract/errors'
import { quoteValue } from '@careatlas/contract/quoted-value'
import type { FastifyRequest } from 'fastify'
import { isOwnHost, type PublicUrl } from '../http/public-url.ts'

export interface SourceOptions {
  readonly publicUrl: PublicUrl
  readonly baseUrl: string | null
  /** The address that the server listens on. */
  readonly host: string
  /** Further origins whose pages may call the endpoint. */
  readonly mcpOrigins: readonly string[]
}

/**
 * @param url the public URL of the service
 * @throws ApiError `host_not_allowed`, `origin_not_allowed`
 */
export function checkSource(request: FastifyRequest, url: string, options: SourceOptions): void {
  const { host = '', origin } = request.headers
  if (!isOwnHost(request, options))
    throw new ApiError('host_not_allowed', `This server is not ${quoteValue(host)}; its address is ${url}.`)
  if (origin === undefined || origin === url || options.mcpOrigins.includes(origin)) return
  throw new ApiError(
    'origin_not_allowed',
    `Pages of ${quoteValue(origin)} may not use this address; the operator can add the origin to MCP_ORIGINS.`,
  )
}
