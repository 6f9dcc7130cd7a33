/** What a browser sees at an address that there is not. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { wantsPage } from '../http/accept.ts'
import { page, pageHeaders } from '../web/layout.ts'

/** Answers whoever asks for HTML; false: they did not. */
export type AnswerMissing = (request: FastifyRequest, reply: FastifyReply) => boolean

export function missingPage(productName: string): AnswerMissing {
  const html = page({
    productName,
    title: 'There is no such page',
    main: `<h1>There is no such page</h1>
<p>Letters count, and so does a slash at the end. All addresses are on <a href="/">the start page</a>.</p>`,
  })
  return (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || !wantsPage(request)) return false
    reply
      .code(404)
      .headers({ ...pageHeaders, 'cache-control': 'no-store', vary: 'accept' })
      .send(html)
    return true
  }
}
