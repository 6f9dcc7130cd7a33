/** `/demo` and `/es/demo`: searches for people, with the operations of the API and a limit of their own. */
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerAddress } from '../../access/rate-limit/caller-address.ts'
import type { Limits } from '../../access/rate-limit/limits.ts'
import { enforceLimit } from '../../access/rate-limit/rate-limit-headers.ts'
import { ConnectionSignal } from '../../http/connection-signal.ts'
import { errorResponseHeaders } from '../../http/error-response.ts'
import type { PublicUrl } from '../../http/public-url.ts'
import { jsonType } from '../../http/response-headers.ts'
import type { LoadedSnapshot } from '../../snapshots/loaded-snapshot.ts'
import type { SnapshotManager } from '../../snapshots/snapshot-manager.ts'
import { formats } from '../../web/format.ts'
import { publicPageHeaders, sendHtml } from '../../web/layout.ts'
import { type Language, localizedPath } from '../../web/navigation.ts'
import type { View } from './answer.ts'
import { demoPage, type Outcome } from './demo-page.ts'
import {
  demoPagePath,
  type DemoRequest,
  describesSearch,
  namedPlan,
  readSentParameters,
  type SentParameters,
} from './demo-request.ts'
import { largestTowns, mapTownsPath, parseBox } from './map-towns.ts'
import { messages } from './messages.ts'
import { runDemoSearch, type SearchSettings } from './run-demo-search.ts'

export interface DemoOptions extends SearchSettings {
  readonly productName: string
  readonly publicUrl: PublicUrl
  readonly current: SnapshotManager
  /** Whether requests of the API need a key. */
  readonly auth: boolean
  readonly limits: Limits
  /** The time of "open now"; default: the clock. */
  readonly clock?: () => Date
}

/** The URL has the question, so neither caches nor search engines keep the page, and no other site gets the URL. */
const headers = {
  ...publicPageHeaders({ formAction: "'self'", scripts: 'run and request' }),
  'cache-control': 'no-store',
}

/** Registers the page in each language, and the towns of its map. */
export function registerDemo(app: FastifyInstance, options: DemoOptions): void {
  for (const path of ['/es', '/es/'])
    app.get(path, (_request, reply) => reply.redirect(localizedPath(demoPagePath, 'es'), 308))
  for (const language of ['en', 'es'] as const)
    app.get(localizedPath(demoPagePath, language), (request, reply) =>
      respond(request, reply, language, options),
    )
  app.get(mapTownsPath, async (request, reply) => {
    await enforceLimit(options.limits, reply, 'public', callerAddress(request.ip))
    const box = parseBox(readSearch(request))
    const { towns } = options.current.get().snapshot
    const body = JSON.stringify({ towns: largestTowns(towns, box) })
    return reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(body)
  })
}

function readSearch({ raw: { url = '' } }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : ''
}

async function respond(
  httpRequest: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  options: DemoOptions,
): Promise<FastifyReply> {
  const { sent, error } = readSent(readSearch(httpRequest))
  const kind = sent.get('kind')?.[0] === 'places' ? 'places' : 'clinicians'
  const request: DemoRequest = { language, kind, sent }
  const directory = findDirectory(options)
  const view = createView(request, directory, options)
  const outcome = await settle(async () => {
    const isSearch = error !== null || describesSearch(request)
    await enforceLimit(options.limits, reply, isSearch ? 'demo' : 'public', callerAddress(httpRequest.ip))
    if (error !== null) throw error
    if (!isSearch) return null
    const signal = new ConnectionSignal(httpRequest)
    return runDemoSearch(view, directory ?? options.current.get(), signal, options)
  })
  if (outcome instanceof ApiError) void reply.code(outcome.status).headers(errorResponseHeaders(outcome))
  return send(reply, { view, outcome, directory }, options)
}

/** One generation for all parts of a page; null: none is published. */
function findDirectory({ current }: Pick<DemoOptions, 'current'>): LoadedSnapshot | null {
  return current.manifest === null ? null : current.get()
}

function createView(
  request: DemoRequest,
  directory: LoadedSnapshot | null,
  { clock = () => new Date() }: Pick<DemoOptions, 'clock'> = {},
): View {
  return {
    request,
    messages: messages[request.language],
    formats: formats[request.language],
    carriers: directory?.snapshot.carriers ?? [],
    dataAsOf: directory?.snapshot.manifest.data_as_of ?? null,
    plan: namedPlan(request),
    now: clock(),
  }
}

/** What the page of an error needs. */
export type DemoErrorOptions = Pick<
  DemoOptions,
  'productName' | 'publicUrl' | 'current' | 'auth' | 'contacts'
>

interface DemoResponse {
  readonly view: View
  readonly outcome: Outcome
  readonly directory: LoadedSnapshot | null
}

function send(
  reply: FastifyReply,
  { view, outcome, directory }: DemoResponse,
  options: DemoErrorOptions,
): FastifyReply {
  if (outcome !== null) void reply.header('x-robots-tag', 'noindex')
  const notice = directory?.snapshot.manifest.notice ?? null
  const document = demoPage(view, outcome, { ...options, url: options.publicUrl(reply.request), notice })
  return sendHtml(reply, document, headers)
}

/** Sends the page with an empty form and an error that precedes its route, such as a URL that is too long. */
export function sendDemoError(
  reply: FastifyReply,
  error: ApiError,
  language: Language,
  options: DemoErrorOptions,
): FastifyReply {
  const directory = findDirectory(options)
  const view = createView({ language, kind: 'clinicians', sent: new Map() }, directory)
  return send(reply.header('vary', 'accept'), { view, outcome: error, directory }, options)
}

function readSent(search: string): { readonly sent: SentParameters; readonly error: ApiError | null } {
  try {
    return { sent: readSentParameters(search), error: null }
  } catch (error) {
    if (error instanceof ApiError) return { sent: new Map(), error }
    throw error
  }
}

/** The page shows an ApiError in place; the server is at fault for any other error. */
async function settle(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
