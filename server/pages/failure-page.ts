/** The error pages of browsers: for any request at a user's paths, and for an unknown path or a URL that is too long anywhere. */
import type { ApiError } from '@careatlas/contract/errors'
import type { FastifyReply } from 'fastify'
import { wantsErrorPage } from '../http/accept.ts'
import type { SendErrorPage } from '../http/error-response.ts'
import { removeCrossOriginHeaders } from '../http/response-headers.ts'
import { errorNote } from '../web/forms.ts'
import { type Html, html } from '../web/html.ts'
import { page, pageHeaders, sendHtml } from '../web/layout.ts'
import { type Language, localizedPath } from '../web/navigation.ts'
import { demoPagePath } from './demo/demo-request.ts'
import { type DemoErrorOptions, sendDemoError } from './demo/routes.ts'
import { isReportPath } from './reports/report-paths.ts'

export interface FailurePageOptions {
  readonly productName: string
  /** Whether the service has API keys. */
  readonly hasKeys: boolean
  /** The paths, with all paths below them, whose errors are pages. */
  readonly userPaths: readonly string[]
  /** The paths at which a POST request is that of an OAuth client, whatever it accepts. */
  readonly clientPaths: readonly string[]
  readonly demo: DemoErrorOptions
}

/** Responds to clients that accept HTML. */
export function failurePage(options: FailurePageOptions): SendErrorPage {
  const { userPaths, clientPaths, demo } = options
  return (error, request, reply) => {
    if (!wantsErrorPage(request, clientPaths)) return false
    // A request that fails before routing has no route.
    const [path = ''] = request.url.split('?', 1)
    const userPath = userPaths.find((parent) => `${path}/`.startsWith(`${parent}/`))
    const isUserPath = userPath !== undefined || isReportPath(path)
    const isRead = ['GET', 'HEAD'].includes(request.method)
    const isPageAnywhere = error?.code === 'not_found' || error?.code === 'uri_too_long'
    if (!isUserPath && !(isPageAnywhere && isRead)) return false
    if (isUserPath) void removeCrossOriginHeaders(request, reply)
    const language = languageOf(path)
    if (error?.code === 'uri_too_long' && isRead && path === localizedPath(demoPagePath, language))
      void sendDemoError(reply, error, language, demo)
    else sendFailure(reply, error, { ...options, language, isBelowKeys: userPath === '/keys' })
    return true
  }
}

function languageOf(path: string): Language {
  return path === '/es' || path.startsWith('/es/') ? 'es' : 'en'
}

interface Failure extends FailurePageOptions {
  readonly language: Language
  readonly isBelowKeys: boolean
}

function sendFailure(
  reply: FastifyReply,
  error: ApiError | null,
  { productName, hasKeys, language, isBelowKeys }: Failure,
): void {
  const { notFound, unknownPath, unavailable, failed } = texts[language]
  const isUnknown = error?.code === 'not_found'
  const title = isUnknown ? notFound : unavailable
  const reason = isUnknown ? unknownPath : errorReason(error, failed)
  const document = page({
    productName,
    title,
    language,
    hasKeys,
    main: html`<h1>${title}</h1>
      ${reason}${isBelowKeys ? keysLink : null}`,
  })
  sendHtml(reply, document, { ...pageHeaders, 'cache-control': 'no-store', vary: 'accept, cookie' })
}

/** The message of the API is English. */
function errorReason(error: ApiError | null, failed: string): Html | null {
  return error === null ? errorNote(failed) : html`<div lang="en">${errorNote(error.message)}</div>`
}

const texts = {
  en: {
    notFound: 'Page not found',
    unavailable: 'This page is not available',
    failed: 'The server failed; the failure is logged.',
    unknownPath: html`<p>
      Paths are case-sensitive, and trailing slashes matter. The <a href="/">start page</a> links to all of
      them. To look for a clinician or a place of care, use the <a href="/demo">search</a>.
    </p>`,
  },
  es: {
    notFound: 'Página no encontrada',
    unavailable: 'Esta página no está disponible',
    failed: 'El servidor falló; el error quedó registrado.',
    unknownPath: html`<p>
      En las direcciones importan las mayúsculas y la barra final. Para buscar un profesional o un lugar de
      atención, use la <a href="/es/demo">búsqueda</a>. La <a href="/" hreflang="en">página de inicio</a> está
      en inglés.
    </p>`,
  },
} as const satisfies Record<Language, unknown>

const keysLink = html`<p><a href="/keys">Open /keys again</a></p>`
