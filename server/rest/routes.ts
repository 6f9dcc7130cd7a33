/** The REST interface: each operation of the contract at its address, and what happens to every request there. */
import { ApiError } from '@careatlas/contract/errors'
import { type Operation, operations } from '@careatlas/contract/operations'
import { canonicalRequest, createEtag } from '@careatlas/search/etag'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SnapshotManager } from '../snapshot-manager.ts'
import { acceptsJson } from '../http/accept.ts'
import { suspectsDisk } from '../scrub.ts'
import { callerAddress } from '../limits/caller-address.ts'
import { enforceLimit } from '../limits/enforce-limit.ts'
import type { Limits } from '../limits/limits.ts'
import { policyOf } from '../limits/policies.ts'
import type { Authenticate } from '../principal.ts'
import { version } from '../version.ts'
import { runOperation } from './handlers.ts'
import { namesEtag } from './if-none-match.ts'
import { type PathParts, readParameters, type RestRequest } from './read-parameters.ts'
import { senderOf } from './send-answer.ts'

export interface RestOptions {
  readonly current: SnapshotManager
  /** Null: neither a key nor a token is asked for. */
  readonly authenticate: Authenticate | null
  readonly limits: Limits
  /** Whether a balancer should send no more; whoever still sends requests gets them answered. */
  readonly isDraining: () => boolean
  readonly responseBudgetBytes: number
  readonly resolvePlaces: boolean
  /** Names what compares the meaning of questions. */
  readonly embedderId: string
  readonly searchTimeoutMs: number
}

/** Adds every operation to `app`. */
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

/** A request and its answer see exactly one directory, the one that is current when the request starts. */
function handlerOf(operation: Operation, options: RestOptions) {
  const { operationId: id, access, cacheable } = operation
  const {
    current,
    isDraining,
    responseBudgetBytes: budgetBytes,
    searchTimeoutMs,
    resolvePlaces,
    embedderId,
    limits,
  } = options
  const authenticate = access === 'key' ? options.authenticate : null
  const policy = policyOf[id]
  const { send, sendNotModified, sendRedirect } = senderOf(operation)
  // The same request may be answered otherwise by another version, under another budget or by another embedder.
  const edition = `${version} ${budgetBytes} ${resolvePlaces} ${embedderId} `

  return async (request: RestRequest, reply: FastifyReply) => {
    const deadline = performance.now() + searchTimeoutMs
    checkAccept(request)
    const by = authenticate ? await authenticate(request, reply) : callerAddress(request.ip)
    const spend = async (price: 0 | 1) => {
      if (policy !== null) await enforceLimit(limits, reply, policy, by, price)
    }
    const parameters = await readCounted(() => readParameters(id, request), spend)
    if (id === 'getHealth' && isDraining()) {
      throw new ApiError('unavailable', 'The service is shutting down.')
    }
    const directory = current.get()
    const known = request.headers['if-none-match']
    const etag = cacheable
      ? createEtag(directory.snapshot.manifest, edition + canonicalRequest(id, parameters))
      : null
    const isKnown = etag !== null && known !== undefined && namesEtag(known, etag)
    await spend(isKnown ? 0 : 1)
    if (isKnown) return sendNotModified(reply, etag)
    const answered = runOperation(id, parameters, directory, {
      budgetBytes,
      deadline,
      isAborted: () => request.raw.socket.destroyed,
      resolvePlaces,
      degraded: current.degraded,
    })
    if (typeof answered === 'string') return send(request, reply, { body: answered, etag })
    if ('location' in answered) return sendRedirect(reply, answered)
    return directory
      .holdWhile(answered)
      .then(({ body, lasting }) => send(request, reply, { body, etag: lasting ? etag : null }))
  }
}

/** What is read; what cannot be read is refused, and spends as much as an answer. */
async function readCounted<Read>(read: () => Read, spend: (price: 1) => Promise<void>): Promise<Read> {
  try {
    return read()
  } catch (error) {
    await spend(1)
    throw error
  }
}

function checkAccept({ headers }: FastifyRequest): void {
  if (acceptsJson(headers.accept)) return
  throw new ApiError('not_acceptable', 'Accept must allow application/json.')
}
