/**
 * `/keys`: whoever proves an e-mail address makes, exchanges and ends keys of their own. Browsers get pages, programs that do not
 * accept HTML get JSON; both send the token of the page along (see `csrf.ts`).
 */
import formbody from '@fastify/formbody'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorResponseHeaders } from '../http/error-response.ts'
import { crossOriginHeaders } from '../http/response-headers.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import { type AccountOptions, accountActions, renderSignIn } from './account-actions.ts'
import { codeDelivery } from './code-sender.ts'
import type { Cookies } from '../access/cookies.ts'
import { verifyCsrf, publicOrigin, csrfToken } from '../access/csrf.ts'
import { type RenderError, formIn, sendPage, type PageRequest, type PageAction } from '../web/page-request.ts'
import { wantsPage } from '../http/accept.ts'

export interface AccountRoutesOptions extends AccountOptions {
  readonly cookies: Cookies
  readonly pepper: Uint8Array
  readonly productName: string
  /** Public address, without a slash at the end; null: whatever name the browser knows the server by. */
  readonly baseUrl: string | null
  /** Where programs find the service, without a slash at the end. */
  readonly url: () => string
}

/** What a request rejects with is said on a page to browsers, and thrown on to the envelope for programs. */
export async function registerAccount(app: FastifyInstance, options: AccountRoutesOptions): Promise<void> {
  const { accounts, cookies, limits, pepper, sender, productName, url, baseUrl } = options
  const { home, changes } = accountActions(options)

  /** A request of which nothing was looked up yet. */
  function arrival(request: FastifyRequest, reply: FastifyReply): PageRequest {
    const visitor = cookies.visitor(request, reply)
    const token = csrfToken(pepper, visitor)
    const setting = { productName, url: url(), token, codeDelivery: codeDelivery(sender) }
    const session = cookies.read(request, 'session')
    return { request, reply, visitor, session, account: null, form: formIn(request), setting }
  }

  /** What it holds is neither looked up nor repeated on a page before it is counted, and known to come from a page of ours. */
  async function answer(arrived: PageRequest, work: PageAction, again: RenderError): Promise<FastifyReply> {
    const { request, reply, session, form, setting } = arrived
    let [visit, page] = [arrived, renderSignIn]
    try {
      await enforceLimit(limits, reply, 'public', callerAddress(request.ip))
      if (request.method === 'POST')
        verifyCsrf(request, form.token, setting.token, publicOrigin(request, baseUrl))
      visit = { ...arrived, account: session === null ? null : await accounts.findBySession(session) }
      page = again
      return await work(visit)
    } catch (error) {
      if (!(error instanceof ApiError) || !wantsPage(request)) throw error
      void reply.code(error.status).headers(errorResponseHeaders(error))
      return sendPage(reply, await page(visit, error.message))
    }
  }

  await app.register(async (pages) => {
    await pages.register(formbody)
    pages.addHook('onRequest', async (_request, reply) => {
      for (const name of crossOriginHeaders) void reply.removeHeader(name)
    })
    pages.get('/keys', async (request, reply) => answer(arrival(request, reply), home, renderSignIn))
    for (const [path, [work, again]] of Object.entries(changes))
      pages.post(path, async (request, reply) => answer(arrival(request, reply), work, again))
  })
}
