/** Sends the result of an operation: 200 with its headers, 304 if the client already has it, or a redirect. */
import type { Operation } from '@careatlas/contract/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonType } from '../http/response-headers.ts'

export interface RestResponse {
  readonly body: string
  /** A weak validator (`W/"…"`); null: never cached, never 304. */
  readonly etag: string | null
}

export function createResponseSender({ access, cacheable }: Operation) {
  const cacheHeaders = cacheable ? cacheHeadersByAccess[access] : {}
  const okHeaders = { ...cacheHeaders, 'content-type': jsonType }

  function sendNotModified(reply: FastifyReply, etag: string): FastifyReply {
    return reply.code(304).headers(cacheHeaders).header('etag', etag).send()
  }

  function send(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    { body, etag }: RestResponse,
  ): FastifyReply {
    if (etag === null) return reply.headers(okHeaders).send(body)
    // `*` matches any response.
    if (headers['if-none-match'] === '*') return sendNotModified(reply, etag)
    return reply.headers(okHeaders).header('etag', etag).send(body)
  }

  /** A redirect has no ETag, because the next snapshot may redirect to another location. */
  function sendRedirect(reply: FastifyReply, location: string): FastifyReply {
    return reply.code(301).headers(cacheHeaders).header('location', location).send()
  }

  return { send, sendNotModified, sendRedirect }
}

/**
 * Whether If-None-Match contains this ETag, by weak comparison (RFC 9110, section 13.1.2). The caller handles `*`.
 */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((candidate) => opaqueTag(candidate.trim()) === opaqueTag(etag))
}

function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '')
}

const cacheHeadersByAccess = {
  key: { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'accept-encoding, authorization' },
  public: { 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' },
} as const
