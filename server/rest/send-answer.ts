/** How an answer leaves: 200 with the headers of its operation, or 304 when the client has it already. */
import type { Operation } from '@careatlas/contract/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonType } from '../http/response-headers.ts'
import type { Redirect } from '../operations/run-operation.ts'
import { namesEtag } from './if-none-match.ts'

export interface Answer {
  readonly body: string
  /** Strong, with its quotes; null: never cached, never 304. */
  readonly etag: string | null
}

export function senderOf({ access, cacheable }: Operation) {
  const known = cacheable ? cachedBy[access] : {}
  const fresh = { ...known, 'content-type': jsonType }

  function sendNotModified(reply: FastifyReply, etag: string): FastifyReply {
    return reply.code(304).headers(known).header('etag', etag).send()
  }

  function send({ headers }: FastifyRequest, reply: FastifyReply, { body, etag }: Answer): FastifyReply {
    if (etag === null) return reply.headers(fresh).send(body)
    const sent = headers['if-none-match']
    // `*` stands for any answer, and here is one.
    if (sent !== undefined && (sent === '*' || namesEtag(sent, etag))) return sendNotModified(reply, etag)
    return reply.headers(fresh).header('etag', etag).send(body)
  }

  /** Without an ETag, because the next snapshot may redirect to another address. */
  function sendRedirect(reply: FastifyReply, { location }: Redirect): FastifyReply {
    return reply.code(301).headers(known).header('location', location).send()
  }

  return { send, sendNotModified, sendRedirect }
}

const cachedBy = {
  key: { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'accept-encoding, authorization' },
  public: { 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' },
} as const
