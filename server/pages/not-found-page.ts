/** The 404 page of a browser. */
import { wantsPage } from '../http/accept.ts'
import type { HttpOptions } from '../http/create-http.ts'
import { html } from '../web/html.ts'
import { page, pageHeaders, sendHtml } from '../web/layout.ts'

/** Returns a handler of unknown paths. It responds to clients that accept HTML; false for any other client. */
export function notFoundPage(productName: string): NonNullable<HttpOptions['sendNotFound']> {
  const title = 'Page not found'
  const document = page({
    productName,
    title,
    main: html`<h1>${title}</h1>
      <p>
        Paths are case-sensitive, and trailing slashes matter. The <a href="/">start page</a> lists all
        endpoints.
      </p>`,
  })
  return (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || !wantsPage(request)) return false
    sendHtml(reply.code(404), document, { ...pageHeaders, 'cache-control': 'no-store', vary: 'accept' })
    return true
  }
}
