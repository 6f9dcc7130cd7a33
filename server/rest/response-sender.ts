/** Sends the result of an operation: 200 with its headers, 304 if the client already has it, or a redirect. */
import type { Operation } from '@careatlas/contract/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonType } from '../http/response-headers.ts'

export interface RestAnswer {
  readonly body: string
  /** A weak validator (`W/"…"`); null: never cached, never 304. */
  readonly etag: string | null
}

export function senderOf({ access, cacheable }: Operation) {
  const caching = cacheable ? cachedBy[access] : {}
  const fresh = { ...caching, 'content-type': jsonType }

  function notModified(reply: FastifyReply, etag: string): FastifyReply {
    return reply.code(304).headers(caching).header('etag', etag).send()
  }

  function answer(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    { body, etag }: RestAnswer,
  ): FastifyReply {
    if (etag === null) return reply.headers(fresh).send(body)
    // `*` matches any answer.
    if (headers['if-none-match'] === '*') return notModified(reply, etag)
    return reply.headers(fresh).header('etag', etag).send(body)
  }

  /** Has no ETag, because the next snapshot may redirect to another address. */
  function redirect(reply: FastifyReply, location: string): FastifyReply {
    return reply.code(301).headers(caching).header('location', location).send()
  }

  return { answer, notModified, redirect }
}

/**
 * Whether the client already has this answer, by weak comparison (RFC 9110, section 13.1.2). The caller handles `*`.
 */
export function namesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((candidate) => opaqueTag(candidate.trim()) === opaqueTag(etag))
}

function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '')
}

const cachedBy = {
  key: { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'accept-encoding, authorization' },
  public: { 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' },
} as const
