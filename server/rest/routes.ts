/** The REST interface: every request is authenticated, validated, metered, run and presented here. */
import type { Socket } from 'node:net'
import { ApiError } from '@careatlas/contract/errors'
import { type Operation, operations } from '@careatlas/contract/operations'
import type { OperationId } from '@careatlas/contract/parameters'
import { canonicalRequest, createEtag } from '@careatlas/search/etag'
import type { Contacts } from '@careatlas/search/notices'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../access/authenticate.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import { withRateLimitHeaders } from '../access/rate-limit/rate-limit-headers.ts'
import { acceptsJson } from '../http/accept.ts'
import { type Parameters, type PathParts } from '../operations/parameters.ts'
import type { OperationOptions } from '../operations/handlers.ts'
import { runOperation } from '../operations/run-operation.ts'
import type { SnapshotManager } from '../snapshots/snapshot-manager.ts'
import { suspectsDisk } from '../snapshots/verify-in-background.ts'
import { version } from '../version.ts'
import { readParameters, type RestRequest } from './read-parameters.ts'
import { namesEtag, senderOf } from './send-answer.ts'

export interface RestOptions {
  readonly current: SnapshotManager
  readonly checkHealth: OperationOptions['checkHealth']
  /** Null: requests need no credentials. */
  readonly authenticate: Authenticate | null
  readonly limits: Limits
  /** Whether the health check reports `unavailable`, so that a load balancer stops sending requests. */
  readonly isDraining: () => boolean
  readonly responseBudgetBytes: number
  readonly contacts: Contacts
  readonly resolvePlaces: boolean
  readonly embedderId: string
  readonly searchTimeoutMs: number
}

/** Registers every operation of the contract on `app`. */
export function registerRest(app: FastifyInstance, options: RestOptions): void {
  app.addHook('onError', (_request, _reply, error, done) => {
    if (suspectsDisk(error)) options.current.suspect()
    done()
  })
  for (const operation of operations) {
    const url = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.get<{ Params: PathParts }>(url, handlerOf(operation, options))
  }
}

/** A request uses exactly one snapshot: the one that is current when its parameters are valid. */
function handlerOf(operation: Operation, options: RestOptions) {
  const { operationId: id, access, cacheable } = operation
  const {
    current,
    checkHealth,
    responseBudgetBytes: budgetBytes,
    searchTimeoutMs,
    contacts,
    resolvePlaces,
    limits,
  } = options
  const authenticate = access === 'key' ? options.authenticate : null
  const present = senderOf(operation)
  // The answer also depends on the version, the response budget, the contacts and the embedder.
  const edition = `${version} ${budgetBytes} ${JSON.stringify(contacts)} ${resolvePlaces} ${options.embedderId} `

  return async (request: RestRequest, reply: FastifyReply) => {
    const deadline = performance.now() + searchTimeoutMs
    checkAccept(request)
    const subject = authenticate ? await authenticate(request, reply) : callerAddress(request.ip)
    const spend = (cost: 0 | 1) => withRateLimitHeaders(reply, limits.meter(id, subject, cost))

    const parameters = validated(id, request)
    if (parameters instanceof ApiError) {
      await spend(1)
      throw parameters
    }
    if (id === 'getHealth' && options.isDraining())
      throw new ApiError('unavailable', 'The service is shutting down.')
    const directory = current.get()
    const etag = cacheable
      ? createEtag(directory.snapshot.manifest, edition + canonicalRequest(id, parameters))
      : null
    const known = request.headers['if-none-match']
    if (etag !== null && known !== undefined && namesEtag(known, etag)) {
      await spend(0)
      return present.notModified(reply, etag)
    }
    await spend(1)
    const result = await runOperation(id, parameters, {
      directory,
      budgetBytes,
      deadline,
      signal: new ConnectionSignal(request),
      contacts,
      resolvePlaces,
      checkHealth,
    })
    if ('movedTo' in result) return present.redirect(reply, `/v1/locations/${result.movedTo}`)
    return present.answer(request, reply, { body: result.json, etag: result.cacheable ? etag : null })
  }
}

/** Invalid parameters cost as much as an answer, so the error is returned and metered first. */
function validated<Id extends OperationId>(id: Id, request: RestRequest): Parameters<Id> | ApiError {
  try {
    return readParameters(id, request)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Aborted once the client has disconnected; cheaper than an AbortController and a listener for each request. */
class ConnectionSignal {
  readonly #socket: Socket

  constructor({ raw: { socket } }: FastifyRequest) {
    this.#socket = socket
  }

  get aborted(): boolean {
    return this.#socket.destroyed
  }
}

function checkAccept({ headers }: FastifyRequest): void {
  if (acceptsJson(headers.accept)) return
  throw new ApiError('not_acceptable', 'Accept must allow application/json.')
}
