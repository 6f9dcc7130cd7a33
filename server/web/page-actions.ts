/** Pages with forms: every request is counted, checked for CSRF, loaded and acted on; an error is shown on the page again. */
import formbody from '@fastify/formbody'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies } from '../access/cookies.ts'
import { csrfToken, publicOrigin, verifyCsrf } from '../access/csrf.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import { errorResponseHeaders } from '../http/error-response.ts'
import { removeCrossOriginHeaders } from '../http/response-headers.ts'
import { type Form, formIn } from './forms.ts'

export interface PageOptions {
  readonly limits: Limits
  readonly cookies: Cookies
  /** The secret of the CSRF tokens. */
  readonly pepper: Uint8Array
  /** The public address without a trailing slash; null: the host that the browser uses. */
  readonly baseUrl: string | null
}

/** A request of a browser, before anything is looked up for it. */
export interface PageSession {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The secret of the browser's `visitor` cookie. */
  readonly visitor: string
  /** The secret of the browser's `session` cookie; not verified yet. */
  readonly session: string | null
  readonly form: Form
  /** Why `form` is empty, if the body is not a form. */
  readonly formRefusal: ApiError | null
  /** The CSRF token for the forms of the next page. */
  readonly token: string
}

/** Does what a form asks for, and responds. */
export type PageAction<Context> = (context: Context) => Promise<FastifyReply>

/** Responds with the page of the form and the message. Status and error headers are set already. */
export type RenderError<Context> = (context: Context, message: string) => FastifyReply | Promise<FastifyReply>

export interface PageTable<Context extends PageSession> {
  /** Looks up what the actions need. Rejects with ApiError if the request is not allowed. */
  readonly load: (visit: PageSession) => Promise<Context>
  /** Such as `GET` for the prefix itself, and `POST /code` for a path below it. */
  readonly actions: Readonly<Record<string, readonly [PageAction<Context>, RenderError<Context>]>>
  /** Whether an error is shown on a page; other errors are thrown. */
  readonly isShown: (error: ApiError, visit: PageSession) => boolean
  /** Shows an error that occurs before `load` resolves; absent: such an error is thrown. */
  readonly renderRefusal?: RenderError<PageSession>
}

/** Registers the actions of `table` at their paths under `prefix`. */
export async function pageActions<Context extends PageSession>(
  app: FastifyInstance,
  prefix: string,
  table: PageTable<Context>,
  { limits, cookies, pepper, baseUrl }: PageOptions,
): Promise<void> {
  const { load, actions, isShown, renderRefusal } = table

  function visitOf(request: FastifyRequest, reply: FastifyReply): PageSession {
    const visitor = cookies.ensureVisitor(request, reply)
    const session = cookies.read(request, 'session')
    const { form, refusal: formRefusal } = formIn(request)
    return { request, reply, visitor, session, form, formRefusal, token: csrfToken(pepper, visitor) }
  }

  async function respond(
    visit: PageSession,
    action: PageAction<Context>,
    renderError: RenderError<Context>,
  ): Promise<FastifyReply> {
    const { request, reply, form, formRefusal, token } = visit
    let render = renderRefusal && ((message: string) => renderRefusal(visit, message))
    try {
      await enforceLimit(limits, reply, 'public', callerAddress(request.ip))
      if (formRefusal !== null) throw formRefusal
      if (request.method === 'POST') verifyCsrf(request, form.token, token, publicOrigin(request, baseUrl))
      const context = await load(visit)
      render = (message) => renderError(context, message)
      return await action(context)
    } catch (error) {
      if (!(error instanceof ApiError) || render === undefined || !isShown(error, visit)) throw error
      void reply.code(error.status).headers(errorResponseHeaders(error))
      return render(error.message)
    }
  }

  await app.register(async (pages) => {
    await pages.register(formbody)
    pages.addHook('onRequest', removeCrossOriginHeaders)
    for (const [route, [action, renderError]] of Object.entries(actions)) {
      const [method = '', path = ''] = route.split(' ')
      pages.route({
        method,
        url: prefix + path,
        handler: (request, reply) => respond(visitOf(request, reply), action, renderError),
      })
    }
  })
}
