/** The REST interface: authenticates, validates, meters, runs and answers each request. */
import { ApiError } from '@careatlas/contract/errors'
import { type Operation, operations } from '@careatlas/contract/operations'
import type { OperationId } from '@careatlas/contract/parameters'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { canonicalRequest, createEtag, createEtagOfIdentifiers } from '@careatlas/search/etag'
import type { Contacts } from '@careatlas/search/notices'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../access/authenticate.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import { withRateLimitHeaders } from '../access/rate-limit/rate-limit-headers.ts'
import { acceptsJson } from '../http/accept.ts'
import { endOfTurn } from '../http/end-of-turn.ts'
import { ConnectionSignal } from '../http/connection-signal.ts'
import { hasQuery, type Parameters, type PathParts } from '../operations/parameters.ts'
import type { OperationOptions } from '../operations/handlers.ts'
import { runOperation } from '../operations/run-operation.ts'
import type { SnapshotManager } from '../snapshots/snapshot-manager.ts'
import { version } from '../version.ts'
import { isPossibleDiskFault } from '../snapshots/is-possible-disk-fault.ts'
import { readParameters, type RestRequest } from './read-parameters.ts'
import { createResponseSender, matchesEtag } from './response-sender.ts'

export interface RestOptions {
  readonly current: SnapshotManager
  readonly checkHealth: OperationOptions['checkHealth']
  /** Null: requests need no credentials. */
  readonly authenticate: Authenticate | null
  readonly limits: Limits
  /** Whether the server is shutting down: the health check then gets 503, while other requests on open connections still succeed. */
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
    if (isPossibleDiskFault(error)) options.current.suspectCorruption()
    done()
  })
  for (const operation of operations) {
    const url = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.get<{ Params: PathParts }>(url, createHandler(operation, options))
  }
}

/** Each request uses exactly one snapshot: the current one after the validation of its parameters. */
function createHandler(operation: Operation, options: RestOptions) {
  const { operationId: id, access, cacheable } = operation
  const { current, checkHealth, searchTimeoutMs, contacts, resolvePlaces, limits } = options
  const budgetBytes = options.responseBudgetBytes
  const authenticate = access === 'key' ? options.authenticate : null
  const sender = createResponseSender(operation)
  const etagOf = cacheable ? createEtags(id, options) : null

  return async (request: RestRequest, reply: FastifyReply) => {
    const deadline = performance.now() + searchTimeoutMs
    checkAccept(request)
    const subject = authenticate ? await authenticate(request, reply) : callerAddress(request.ip)
    await endOfTurn()
    const meter = (cost: 0 | 1) => withRateLimitHeaders(reply, limits.meter(id, subject, cost))

    const parameters = parseOrError(id, request)
    if (parameters instanceof ApiError) {
      await meter(1)
      throw parameters
    }
    if (id === 'getHealth' && options.isDraining())
      throw new ApiError('unavailable', 'The service is shutting down.')
    const directory = current.get()
    const etag = etagOf === null ? null : etagOf(directory.snapshot.manifest, parameters)
    const ifNoneMatch = request.headers['if-none-match']
    if (etag !== null && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) {
      await meter(0)
      return sender.sendNotModified(reply, etag)
    }
    await meter(1)
    const result = await runOperation(id, parameters, {
      directory,
      budgetBytes,
      deadline,
      signal: new ConnectionSignal(request),
      contacts,
      resolvePlaces,
      checkHealth,
    })
    // Without the reply as result, the framework would send an empty body while a compressed one is pending.
    if ('movedTo' in result) return sender.sendRedirect(reply, `/v1/locations/${result.movedTo}`)
    return sender.send(request, reply, { body: result.json, etag: result.cacheable ? etag : null })
  }
}

/** Creates the ETags of an operation. A response also depends on the version and on some settings. */
function createEtags(
  id: OperationId,
  { responseBudgetBytes, contacts, resolvePlaces, embedderId }: RestOptions,
): (manifest: Manifest, parameters: Readonly<Record<string, unknown>>) => string {
  const context = `${version} ${responseBudgetBytes} ${JSON.stringify(contacts)} ${resolvePlaces} ${embedderId} `
  if (hasQuery(id))
    return (manifest, parameters) => createEtag(manifest, context + canonicalRequest(id, parameters))
  const etagOf = createEtagOfIdentifiers(context + id)
  return (manifest, identifiers) => etagOf(manifest, Object.values(identifiers).map(String))
}

/** Returns the error of invalid parameters, because the caller meters the request before it throws. */
function parseOrError<Id extends OperationId>(id: Id, request: RestRequest): Parameters<Id> | ApiError {
  try {
    return readParameters(id, request)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function checkAccept({ headers }: FastifyRequest): void {
  if (acceptsJson(headers.accept)) return
  throw new ApiError('not_acceptable', 'Accept must allow application/json.')
}
