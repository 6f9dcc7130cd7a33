/** The error pages of browsers: for any request at a user's paths, and for an unknown path anywhere. */
import { wantsErrorPage } from '../http/accept.ts'
import type { SendErrorPage } from '../http/error-response.ts'
import { removeCrossOriginHeaders } from '../http/response-headers.ts'
import { errorNote } from '../web/forms.ts'
import { html } from '../web/html.ts'
import { page, pageHeaders, sendHtml } from '../web/layout.ts'
import { isReportPath } from './reports/report-paths.ts'

export interface FailurePageOptions {
  readonly productName: string
  /** Whether the service has API keys. */
  readonly hasKeys: boolean
  /** The paths, with all paths below them, whose errors are pages. */
  readonly userPaths: readonly string[]
  /** The paths at which a POST request is that of an OAuth client, whatever it accepts. */
  readonly clientPaths: readonly string[]
}

/** Responds to clients that accept HTML. */
export function failurePage({
  productName,
  hasKeys,
  userPaths,
  clientPaths,
}: FailurePageOptions): SendErrorPage {
  return (error, request, reply) => {
    if (!wantsErrorPage(request, clientPaths)) return false
    // A request that fails before routing has no route.
    const [path = ''] = request.url.split('?', 1)
    const userPath = userPaths.find((parent) => `${path}/`.startsWith(`${parent}/`))
    const isUserPath = userPath !== undefined || isReportPath(path)
    const isUnknown = error?.code === 'not_found'
    if (!isUserPath && !(isUnknown && ['GET', 'HEAD'].includes(request.method))) return false
    if (isUserPath) void removeCrossOriginHeaders(request, reply)
    const title = isUnknown ? 'Page not found' : 'This page is not available'
    const reason = isUnknown
      ? unknownPath
      : errorNote(error?.message ?? 'The server failed; the failure is logged.')
    const document = page({
      productName,
      title,
      hasKeys,
      main: html`<h1>${title}</h1>
        ${reason}${userPath === '/keys' ? keysLink : null}`,
    })
    sendHtml(reply, document, { ...pageHeaders, 'cache-control': 'no-store', vary: 'accept, cookie' })
    return true
  }
}

const unknownPath = html`<p>
  Paths are case-sensitive, and trailing slashes matter. The <a href="/">start page</a> links to all of them.
  To look for a clinician or a place of care, use the <a href="/demo">search</a>.
</p>`

const keysLink = html`<p><a href="/keys">Open /keys again</a></p>`
