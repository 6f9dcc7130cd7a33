/** Pages with forms: counts each request, verifies its CSRF token, loads its context and runs its action; shows errors on the page. */
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
import { type Form, parseForm } from './forms.ts'

export interface PageOptions {
  readonly limits: Limits
  readonly cookies: Cookies
  /** The secret of the CSRF tokens. */
  readonly pepper: Uint8Array
  /** The public address without a trailing slash; null: the host that the browser uses. */
  readonly baseUrl: string | null
}

/** A request of a browser, with its cookies and form; nothing is loaded from the state yet. */
export interface PageSession {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The secret of the browser's `visitor` cookie. */
  readonly visitor: string
  /** The secret of the browser's `session` cookie; not verified yet. */
  readonly session: string | null
  readonly form: Form
  /** The error of a body that is not a form; `form` is then empty. */
  readonly formError: ApiError | null
  /** The CSRF token for the forms of the next page. */
  readonly token: string
}

/** Performs the action of a form, and responds. */
export type PageAction<Context> = (context: Context) => Promise<FastifyReply>

/** Responds with the page of the form and the error message. The status and the error headers are already set. */
export type RenderError<Context> = (
  context: Context,
  message: string,
  error: ApiError,
) => FastifyReply | Promise<FastifyReply>

export interface PageTable<Context extends PageSession> {
  /** Loads what the actions need. Rejects with ApiError if the request is not allowed. */
  readonly load: (session: PageSession) => Promise<Context>
  /** By method and path below the prefix, such as `POST /code`; `GET` alone is the prefix itself. */
  readonly actions: Readonly<Record<string, readonly [PageAction<Context>, RenderError<Context>]>>
  /** Whether an error is shown on the page; any other error is thrown. */
  readonly isShown: (error: ApiError, session: PageSession) => boolean
  /** Shows an error that occurs before `load` resolves; absent: such an error is thrown. */
  readonly renderRefusal?: RenderError<PageSession>
}

/** Registers the actions of `table` at their paths under `prefix`. */
export async function registerPageActions<Context extends PageSession>(
  app: FastifyInstance,
  prefix: string,
  table: PageTable<Context>,
  { limits, cookies, pepper, baseUrl }: PageOptions,
): Promise<void> {
  const { load, actions, isShown, renderRefusal } = table

  function createPageSession(request: FastifyRequest, reply: FastifyReply): PageSession {
    const visitor = cookies.ensureVisitor(request, reply)
    const session = cookies.read(request, 'session')
    const { form, error: formError } = parseForm(request)
    return { request, reply, visitor, session, form, formError, token: csrfToken(pepper, visitor) }
  }

  async function respond(
    pageSession: PageSession,
    action: PageAction<Context>,
    renderError: RenderError<Context>,
  ): Promise<FastifyReply> {
    const { request, reply, form, formError, token } = pageSession
    let render = renderRefusal && ((error: ApiError) => renderRefusal(pageSession, error.message, error))
    try {
      await enforceLimit(limits, reply, 'public', callerAddress(request.ip))
      if (formError !== null) throw formError
      if (request.method === 'POST') verifyCsrf(request, form.token, token, publicOrigin(request, baseUrl))
      const context = await load(pageSession)
      render = (error) => renderError(context, error.message, error)
      return await action(context)
    } catch (error) {
      if (!(error instanceof ApiError) || render === undefined || !isShown(error, pageSession)) throw error
      void reply.code(error.status).headers(errorResponseHeaders(error))
      return render(error)
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
        handler: (request, reply) => respond(createPageSession(request, reply), action, renderError),
      })
    }
  })
}
