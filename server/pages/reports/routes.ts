/** `/providers/{npi}/report` and `/locations/{location_uuid}/report`, also below `/es`: users report a mistake on a card. */
import type { ApiError } from '@careatlas/contract/errors'
import type { Reports } from '@careatlas/state/reports'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { callerAddress } from '../../access/rate-limit/caller-address.ts'
import { enforceLimit } from '../../access/rate-limit/rate-limit-headers.ts'
import { wantsPage } from '../../http/accept.ts'
import type { PathParts } from '../../operations/parameters.ts'
import type { SnapshotManager } from '../../snapshots/snapshot-manager.ts'
import type { Html } from '../../web/html.ts'
import { formPageHeaders, sendHtml } from '../../web/layout.ts'
import {
  type PageOptions,
  type PageSession,
  type PageTable,
  registerPageActions,
} from '../../web/page-actions.ts'
import type { Language } from '../../web/navigation.ts'
import { messages } from './messages.ts'
import { parseReport, ReportError } from './parse-report.ts'
import {
  refusalPage,
  type ReportFields,
  reportFormPage,
  type ReportPageSetting,
  thanksPage,
} from './report-pages.ts'
import { type RecordKind, reportPath } from './report-paths.ts'
import { type MovedCard, readReportedCard, type ReportedCard } from './reported-card.ts'

export interface ReportPagesOptions extends PageOptions {
  readonly productName: string
  /** Whether requests of the API need a key. */
  readonly auth: boolean
  readonly current: SnapshotManager
  readonly reports: Reports
}

/** The name of the route parameter with the identifier of each kind of record. */
const parameters: Readonly<Record<RecordKind, string>> = { provider: 'npi', location: 'location_uuid' }

/** Registers the pages in each language. */
export async function registerReportPages(app: FastifyInstance, options: ReportPagesOptions): Promise<void> {
  for (const language of Object.keys(messages) as Language[])
    for (const kind of ['provider', 'location'] as const) {
      const path = reportPath(language, kind, `:${parameters[kind]}`)
      await registerPageActions(app, path, reportActions(kind, language, options), options)
    }
}

interface ReportContext extends PageSession {
  readonly card: ReportedCard | MovedCard
}

function reportActions(
  kind: RecordKind,
  language: Language,
  { productName, auth: hasKeys, current, reports, limits }: ReportPagesOptions,
): PageTable<ReportContext> {
  const texts = messages[language]
  const setting: ReportPageSetting = { productName, hasKeys, language, kind, texts }
  const describe = (error: ApiError) =>
    error instanceof ReportError ? error.message : texts.describeError(error)

  const load = async (session: PageSession): Promise<ReportContext> => {
    const card = readReportedCard(kind, session.request.params as PathParts, current.get())
    if ('places' in card && card.places.length === 0)
      throw new ReportError(texts.problems.noPlaces, 'location_not_found')
    return { ...session, card }
  }

  const showForm = async ({ request, reply, card, token }: ReportContext): Promise<FastifyReply> => {
    if ('movedTo' in card) return reply.redirect(reportPath(language, kind, card.movedTo), 301)
    return sendPage(reply, reportFormPage(setting, card, { token, fields: readFields(request.query) }))
  }

  const store = async ({ request, reply, card, form }: ReportContext): Promise<FastifyReply> => {
    if ('movedTo' in card) return reply.redirect(reportPath(language, kind, card.movedTo), 303)
    const report = parseReport(form, card, texts)
    const address = callerAddress(request.ip)
    await enforceLimit(limits, reply, 'reports', address)
    await reports.add({ ...report, address })
    return sendPage(reply, thanksPage(setting, card))
  }

  const renderRefusal = ({ request, reply }: PageSession, _message: string, error: ApiError) => {
    const { [parameters[kind]]: record = '' } = request.params as PathParts
    const shown = {
      record: encodeURIComponent(record),
      message: describe(error),
      canRetry: error.code === 'page_expired',
    }
    return sendPage(reply, refusalPage(setting, shown))
  }

  const renderForm = (context: ReportContext, message: string, error: ApiError) => {
    const { reply, card, token, form: fields } = context
    if ('movedTo' in card) return renderRefusal(context, message, error)
    return sendPage(reply, reportFormPage(setting, card, { token, fields, error: describe(error) }))
  }

  return {
    load,
    isShown: (_error, { request }) => wantsPage(request),
    renderRefusal,
    actions: { GET: [showForm, renderRefusal], 'POST /send': [store, renderForm] },
  }
}

/** The choices that a link makes in advance: `?mistake=moved&place=…`. The form ignores all others. */
function readFields(query: unknown): ReportFields {
  const { mistake, place } = query as Readonly<Record<string, unknown>>
  return { mistake: toText(mistake), place: toText(place), phone: '', office: '' }
}

/** Empty for a repeated parameter. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Search engines do not list the forms. */
function sendPage(reply: FastifyReply, document: Html): FastifyReply {
  return sendHtml(reply, document, {
    ...formPageHeaders,
    vary: 'accept, cookie',
    'x-robots-tag': 'noindex',
  })
}
