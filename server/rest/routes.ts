/** The REST interface: each operation of the contract at its address, and what happens to every request there. */
import type { OperationId } from '@careatlas/contract/parameters'
import { DirectoryError } from '@careatlas/contract/errors'
import { type Operation, operations } from '@careatlas/contract/operations'
import { etagOf } from '@careatlas/search/etag'
import type { Keys } from '@careatlas/state/keys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../auth/bearer.ts'
import { acceptsJson } from '../http/accept.ts'
import { jsonType } from '../http/response-headers.ts'
import type { Serving } from '../serving.ts'
import { version } from '../version.ts'
import type { Endpoint } from './endpoint.ts'
import { getHealth } from './get-health.ts'
import { getLocation } from './get-location.ts'
import { getProvider } from './get-provider.ts'
import { namesEtag } from './if-none-match.ts'
import { listCarriers } from './list-carriers.ts'
import { listRegions } from './list-regions.ts'
import { searchLocations } from './search-locations.ts'
import { searchProviders } from './search-providers.ts'

export interface RestOptions {
  readonly serving: Serving
  /** Null: no key is asked for. */
  readonly keys: Keys | null
  readonly responseBudgetBytes: number
  readonly searchTimeoutMs: number
}

const endpoints: Readonly<Record<OperationId, Endpoint>> = {
  searchProviders,
  getProvider,
  searchLocations,
  getLocation,
  listRegions,
  listCarriers,
  getHealth,
}

export function registerRest(app: FastifyInstance, options: RestOptions): void {
  for (const operation of operations) {
    const isSearch = operation.errors.includes('timeout')
    app.route({
      method: 'GET',
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(isSearch ? { handlerTimeout: options.searchTimeoutMs } : {}),
      handler: handlerOf(operation, options),
    })
  }
}

/** A request and its answer see exactly one generation, the one that is current when the request starts. */
function handlerOf(operation: Operation, { serving, keys, responseBudgetBytes }: RestOptions) {
  const read = endpoints[operation.operationId]
  const { fresh, known } = headersOf(operation)
  // The same request may be answered otherwise by another version or under another budget.
  const edition = `${version} ${responseBudgetBytes} `

  return (request: FastifyRequest, reply: FastifyReply) => {
    checkAccept(request)
    if (operation.access === 'key' && keys) authenticate(request.raw, keys)
    const question = read(request)
    const generation = currentOf(serving, operation)
    const etag = operation.cacheable
      ? etagOf(generation.snapshot.generation, edition + question.canonical)
      : null
    const sent = request.headers['if-none-match']
    if (etag !== null && sent !== undefined && namesEtag(sent, etag)) return notModified(reply, etag, known)
    const bounds = {
      budgetBytes: responseBudgetBytes,
      get deadline() {
        return request.signal
      },
    }
    const answer = question.answer(generation, bounds)
    const send = (body: string | Buffer) => {
      if (etag === null) return reply.headers(fresh).send(body)
      // `*` stands for any answer, so there must be one.
      if (sent === '*') return notModified(reply, etag, known)
      return reply.headers(fresh).header('etag', etag).send(body)
    }
    return answer instanceof Promise ? generation.keepFor(answer).then(send) : send(answer)
  }
}

function notModified(reply: FastifyReply, etag: string, headers: Readonly<Record<string, string>>) {
  return reply.headers(headers).header('etag', etag).code(304).send()
}

function checkAccept({ headers }: FastifyRequest): void {
  if (acceptsJson(headers.accept)) return
  throw new DirectoryError('not_acceptable', 'Accept must allow application/json.')
}

/** While draining, only the health check says so: whoever still sends requests gets them answered. */
function currentOf(serving: Serving, { operationId }: Operation) {
  if (operationId === 'getHealth' && serving.draining) {
    throw new DirectoryError('unavailable', 'The service is shutting down.')
  }
  return serving.current()
}

/** Headers of a 200 and of a 304. */
function headersOf({ access, cacheable }: Operation) {
  const known = cacheable ? cachedBy[access] : {}
  return { known, fresh: { ...known, 'content-type': jsonType } }
}

const cachedBy = {
  key: { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'accept-encoding, authorization' },
  public: { 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' },
} as const
