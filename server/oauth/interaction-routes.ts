/** `/oauth/interaction/:uid`: where a person signs in, sees who asks, and says yes or no. */
import formbody from '@fastify/formbody'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorResponseHeaders } from '../http/error-response.ts'
import { endpoints } from './authorization-server.ts'
import { loadInteraction, type InteractionOptions, type InteractionContext } from './interaction-context.ts'
import { anotherAccount, code, consent, sendFor, session, show, type Step } from './interaction-steps.ts'
import { oauthCodePage, oauthSignInPage } from './oauth-pages.ts'

/** The page on which it is said what went wrong. */
type Again = (stay: InteractionContext, wrong: string) => string

/** What a step rejects with is said on its page; `page_expired` is left to the routes around. */
export async function registerInteractions(app: FastifyInstance, options: InteractionOptions): Promise<void> {
  /** Says on the page what went wrong; what has no page, says it where it is thrown to. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    step: Step,
    again: Again,
  ): Promise<FastifyReply> {
    const stay = await loadInteraction(request, reply, options)
    try {
      return await step(stay)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'page_expired') throw error
      void reply.code(error.status).headers(errorResponseHeaders(error))
      return sendFor(stay, again(stay, error.message))
    }
  }

  await app.register(async (pages) => {
    await pages.register(formbody)
    const path = `${endpoints.interaction}/:uid`
    pages.get(path, (request, reply) => answer(request, reply, show, againAddress))
    for (const [name, [step, again]] of Object.entries(forms))
      pages.post(`${path}/${name}`, (request, reply) => answer(request, reply, step, again))
  })
}

const againAddress: Again = ({ setting, client }, wrong) => oauthSignInPage(setting, client, wrong)
const againCode: Again = ({ setting, form: { challenge, email } }, wrong) =>
  oauthCodePage(setting, { id: challenge, email }, wrong)

/** What the forms of the pages do. */
const forms: Readonly<Record<string, readonly [Step, Again]>> = {
  code: [code, againAddress],
  session: [session, againCode],
  consent: [consent, againAddress],
  'another-account': [anotherAccount, againAddress],
}
