/** The error page of `/keys`, such as for a browser that opens it while the state is unavailable. */
import { wantsPage } from '../http/accept.ts'
import type { HttpOptions } from '../http/create-http.ts'
import { errorResponseHeaders } from '../http/error-response.ts'
import { errorNote } from '../web/forms.ts'
import { html } from '../web/html.ts'
import { formPageHeaders, page, sendHtml } from '../web/layout.ts'

/** Returns a handler of failed requests at `path` and below. It responds to clients that accept HTML; false for any other request. */
export function failurePage(productName: string, path: string): NonNullable<HttpOptions['sendFailure']> {
  const title = 'This page is not available'
  return (error, request, reply) => {
    const { url = '' } = request.routeOptions
    if (!(url === path || url.startsWith(`${path}/`)) || !wantsPage(request)) return false
    const document = page({
      productName,
      title,
      main: html`<h1>${title}</h1>
        ${errorNote(error?.message ?? 'The server failed; the failure is logged.')}
        <p><a href="${path}">Open ${path} again</a></p>`,
    })
    void reply.code(error?.status ?? 500).headers(error === null ? {} : errorResponseHeaders(error))
    sendHtml(reply, document, { ...formPageHeaders, vary: 'accept, cookie' })
    return true
  }
}
