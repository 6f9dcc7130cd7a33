/** The page that a browser gets if a page for users fails, such as `/keys` while the state is unavailable. */
import { wantsPage } from '../http/accept.ts'
import type { HttpOptions } from '../http/create-http.ts'
import { errorResponseHeaders } from '../http/error-response.ts'
import { errorNote } from '../web/forms.ts'
import { html } from '../web/html.ts'
import { formPageHeaders, page, sendHtml } from '../web/layout.ts'

/** Responds to a client that accepts HTML, at `path` and below it; false for any other request. */
export function failurePage(productName: string, path: string): NonNullable<HttpOptions['sendFailure']> {
  const title = 'This page is not available'
  return (refusal, request, reply) => {
    const { url = '' } = request.routeOptions
    if (!(url === path || url.startsWith(`${path}/`)) || !wantsPage(request)) return false
    const document = page({
      productName,
      title,
      main: html`<h1>${title}</h1>
        ${errorNote(refusal?.message ?? 'The server failed; the failure is logged.')}
        <p><a href="${path}">Open ${path} again</a></p>`,
    })
    void reply.code(refusal?.status ?? 500).headers(refusal === null ? {} : errorResponseHeaders(refusal))
    sendHtml(reply, document, { ...formPageHeaders, vary: 'accept, cookie' })
    return true
  }
}
