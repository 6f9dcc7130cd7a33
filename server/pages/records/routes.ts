/** The pages of records, to which searches and agents link: clinicians and places, the comparison, and what a browser saved. */
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerAddress } from '../../access/rate-limit/caller-address.ts'
import type { Limits } from '../../access/rate-limit/limits.ts'
import { enforceLimit } from '../../access/rate-limit/rate-limit-headers.ts'
import { errorResponseHeaders } from '../../http/error-response.ts'
import type { PublicUrl } from '../../http/public-url.ts'
import type { Html } from '../../web/html.ts'
import { page, publicPageHeaders, sendHtml } from '../../web/layout.ts'
import { type Language, localizedPath } from '../../web/navigation.ts'
import { comparePage } from './compare-page.ts'
import { locationPage } from './location-page.ts'
import { messages } from './messages.ts'
import { providerPage } from './provider-page.ts'
import { readRecordQuery } from './read-query.ts'
import { readLocation, type ReadOptions, readProvider } from './read-record.ts'
import type { RecordContext } from './record-context.ts'
import { savedPage } from './saved-page.ts'
import { unavailablePage } from './unavailable-page.ts'

export interface RecordPagesOptions extends ReadOptions {
  readonly productName: string
  readonly publicUrl: PublicUrl
  /** Whether requests of the API need a key. */
  readonly auth: boolean
  readonly limits: Limits
  /** Whether search engines may list the pages of records. */
  readonly indexRecords: boolean
  /** The time of "open now"; default: the clock. */
  readonly clock?: () => Date
}

/** A page says whether a place is open now, so no cache keeps it. */
const recordHeaders = {
  ...publicPageHeaders({ formAction: "'self'", scripts: 'run' }),
  'cache-control': 'private, max-age=0, must-revalidate',
}

/** Search engines do not list people unless the operator allows it: a card may become wrong while they keep it. */
const noIndex = { 'x-robots-tag': 'noindex' }

interface RenderedPage {
  readonly title: string
  readonly main: Html
  readonly description?: string
}

/** Only the pages of one record have an identifier in their path. */
type RecordRequest = FastifyRequest<{ Params: { readonly npi?: string; readonly location_uuid?: string } }>

/** Registers the pages in each language. They need no key, and count as public requests. */
export function registerRecordPages(app: FastifyInstance, options: RecordPagesOptions): void {
  for (const language of Object.keys(messages) as Language[]) registerLanguage(app, language, options)
}

function registerLanguage(app: FastifyInstance, language: Language, options: RecordPagesOptions): void {
  const { limits, indexRecords } = options
  const route = (
    path: string,
    render: (request: RecordRequest, context: RecordContext) => Promise<RenderedPage | { movedTo: string }>,
  ) =>
    app.get(localizedPath(path, language), async (request: RecordRequest, reply) => {
      await enforceLimit(limits, reply, 'public', callerAddress(request.ip))
      const send = (rendered: RenderedPage, headers: Readonly<Record<string, string>>) => {
        const document = renderPage(rendered, { request, language, options })
        return sendHtml(reply, document, { ...recordHeaders, ...headers })
      }
      const isIndexed = indexRecords && path.includes(':') && !request.url.includes('?')
      try {
        const rendered = await render(request, createContext(request, language, options))
        if ('movedTo' in rendered)
          return await reply.redirect(localizedPath(`/locations/${rendered.movedTo}`, language), 301)
        return send(rendered, isIndexed ? {} : noIndex)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        void reply.code(error.status)
        const { snapshot } = options.current
        const { npi, location_uuid: uuid } = request.params
        const rendered = unavailablePage(error, { id: npi ?? uuid ?? '', snapshot, language })
        return send(rendered, {
          ...noIndex,
          ...errorResponseHeaders(error),
          'cache-control': 'no-store',
        })
      }
    })

  route('/providers/:npi', async ({ params }, context) => {
    const card = await readProvider(params.npi ?? '', options)
    return providerPage(card, { ...context, path: `/providers/${card.npi}` })
  })
  route('/locations/:location_uuid', async ({ params }, context) => {
    const found = await readLocation(params.location_uuid ?? '', options)
    if ('movedTo' in found) return found
    return locationPage(found.card, { ...context, path: `/locations/${found.card.location_uuid}` })
  })
  route('/compare', ({ query }, context) =>
    comparePage(query as Readonly<Record<string, unknown>>, context, options),
  )
  route('/saved', async (_request, context) => savedPage(context))
}

function createContext(
  request: RecordRequest,
  language: Language,
  { publicUrl, auth, current, clock = () => new Date() }: RecordPagesOptions,
): RecordContext {
  return {
    ...readRecordQuery(request.query as Readonly<Record<string, unknown>>),
    language,
    url: publicUrl(request),
    path: '/',
    hasKeys: auth,
    now: clock(),
    carriers: current.snapshot?.carriers ?? [],
    dataAsOf: current.snapshot?.manifest.data_as_of ?? null,
  }
}

function renderPage(
  { description, title, main }: RenderedPage,
  { request, language, options }: PageParts,
): Html {
  const { productName, auth: hasKeys } = options
  const { otherLanguage: other } = messages[language]
  const path = request.url.slice(localizedPath('', language).length)
  return page({
    productName,
    hasKeys,
    title,
    main,
    language,
    ...(description !== undefined && { description }),
    translation: { ...other, path: localizedPath(path, other.language) },
    layout: 'records',
    scripts: ['copy', 'saved'],
  })
}

interface PageParts {
  readonly request: RecordRequest
  readonly language: Language
  readonly options: RecordPagesOptions
}
