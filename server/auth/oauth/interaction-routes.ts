/** `/oauth/interaction/:uid`: a person signs in, sees who asks, and says yes or no. */
import formbody from '@fastify/formbody'
import { DirectoryError } from '@careatlas/contract/errors'
import type { Account } from '@careatlas/state/accounts'
import type { Consents } from '@careatlas/state/consents'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type InteractionResults, type Provider } from 'oidc-provider'
import * as z from 'zod'
import { headersOfRefusal } from '../../http/refusal.ts'
import { formPageHeadersTo } from '../../page.ts'
import { checkOwnPage, ownOrigin, pageToken } from '../own-requests.ts'
import { signInFor, type SignInOptions } from '../sign-in.ts'
import { formIn } from '../visit.ts'
import { endpoints, knownScopes, lifetimes } from './authorization-server.ts'
import { isLoopbackRedirect } from './client-metadata.ts'
import {
  type AskingClient,
  consentPage,
  oauthCodePage,
  oauthSignInPage,
  type OAuthPageSetting,
} from './oauth-pages.ts'
import { replayed } from './replayed-message.ts'
import { directoryScope, resourceOf } from './resource.ts'

export interface InteractionOptions extends SignInOptions {
  readonly server: () => Provider
  readonly consents: Consents
  readonly pepper: Uint8Array
  readonly productName: string
  /** Public address, without a slash at the end; null: whatever name the browser knows the server by. */
  readonly baseUrl: string | null
}

type Details = Awaited<ReturnType<Provider['interactionDetails']>>

/** One request of one interaction. */
interface Stay {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly visitor: string
  readonly details: Details
  /** Who is signed in in this browser. */
  readonly account: Account | null
  readonly client: AskingClient
  readonly form: ReturnType<typeof formIn>
  readonly setting: OAuthPageSetting
}

type Step = (stay: Stay) => Promise<FastifyReply>

export async function registerInteractions(app: FastifyInstance, options: InteractionOptions): Promise<void> {
  const { accounts, audit, consents, cookies, pepper, productName, baseUrl, sender, server } = options
  const { sendCode, signIn } = signInFor('oauth', options)

  async function arrive(request: FastifyRequest, reply: FastifyReply): Promise<Stay> {
    const visitor = cookies.visitor(request, reply)
    const session = cookies.read(request, 'session')
    const details = await detailsOf(request, reply)
    return {
      request,
      reply,
      visitor,
      details,
      account: session === null ? null : await accounts.inSession(session),
      client: await clientOf(details),
      form: formIn(request),
      setting: {
        productName,
        path: `${endpoints.interaction}/${details.uid}`,
        token: pageToken(pepper, visitor),
        sendsCodes: sender !== null,
      },
    }
  }

  /** Rejects with `page_expired` for an interaction that is over, or of another browser. */
  async function detailsOf(request: FastifyRequest, reply: FastifyReply): Promise<Details> {
    try {
      const details = await server().interactionDetails(messageOf(request), reply.raw)
      if (details.uid === z.object({ uid: z.string() }).parse(request.params).uid) return details
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
    }
    throw new DirectoryError('page_expired', 'This sign-in is over, or was begun in another browser.')
  }

  function messageOf(request: FastifyRequest) {
    return replayed(request.raw, { issuer: server().issuer, url: request.raw.url ?? '' })
  }

  async function clientOf({ params }: Details): Promise<AskingClient> {
    const id = String(params['client_id'])
    const client = await server().Client.find(id)
    if (client === undefined)
      throw new DirectoryError('page_expired', 'The program that asks is known no more.')
    const redirect = String(params['redirect_uri'])
    return {
      id,
      name: client.clientName ?? 'A program without a name',
      site: id.startsWith('https://') ? new URL(id).host : null,
      redirectHost: new URL(redirect).host,
      isLocal: isLoopbackRedirect(redirect),
    }
  }

  /** Ends this part, and goes back to where the authorization goes on. */
  async function finish({ request, reply }: Stay, result: InteractionResults): Promise<FastifyReply> {
    return reply.redirect(await server().interactionResult(messageOf(request), reply.raw, result), 303)
  }

  const show: Step = async (stay) => {
    const { details, account } = stay
    // Whatever else is asked for is left out, and with nothing left there is nothing to consent to.
    if (!scopesIn(details).includes(directoryScope))
      return finish(stay, { error: 'invalid_scope', error_description: `scope must hold ${directoryScope}` })
    if (details.prompt.name === 'consent')
      return sendFor(stay, consentPage(stay.setting, stay.client, consenting(stay)))
    // Who is signed in goes on, unless the client wants to see a code typed.
    const isEnough = details.prompt.reasons.every((reason) => reason === 'no_session')
    if (account !== null && isEnough) return finish(stay, { login: { accountId: account.id } })
    return sendFor(stay, oauthSignInPage(stay.setting, stay.client))
  }

  const code: Step = async (stay) => sendFor(stay, oauthCodePage(stay.setting, await sendCode(stay)))

  const session: Step = async (stay) => {
    const account = await signIn(stay)
    return finish(stay, { login: { accountId: account.id } })
  }

  const consent: Step = async (stay) => {
    const { request, form } = stay
    const account = consenting(stay)
    const parties = { accountId: account.id, clientId: stay.client.id }
    if (form['decision'] === 'allow') {
      const grantId = await granted(stay, account)
      audit({ event: 'consent_given', request, ...parties })
      return finish(stay, { consent: { grantId } })
    }
    audit({ event: 'consent_refused', request, ...parties })
    return finish(stay, { error: 'access_denied', error_description: 'The person said no.' })
  }

  /** All that was asked for and is known: there is one thing to do. */
  async function granted({ details, client }: Stay, account: Account): Promise<string> {
    const { id: clientId, name, site } = client
    const grant = new (server().Grant)({ accountId: account.id, clientId })
    const asked = scopesIn(details)
    grant.addOIDCScope(knownScopes.filter((scope) => asked.includes(scope)).join(' '))
    grant.addResourceScope(resourceOf(server().issuer), directoryScope)
    const grantId = await grant.save()
    await consents.add(grantId, { accountId: account.id }, { clientId, name, site }, lifetimes.grant)
    return grantId
  }

  /** Says on the page what went wrong; what has no page, says it where it is thrown to. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    step: Step,
    again: (stay: Stay, wrong: string) => string,
  ): Promise<FastifyReply> {
    const stay = await arrive(request, reply)
    if (request.method === 'POST')
      checkOwnPage(request, stay.form.token, stay.setting.token, ownOrigin(request, baseUrl))
    try {
      return await step(stay)
    } catch (error) {
      if (!(error instanceof DirectoryError) || error.code === 'page_expired') throw error
      void reply.code(error.status).headers(headersOfRefusal(error))
      return sendFor(stay, again(stay, error.message))
    }
  }

  await app.register(async (pages) => {
    await pages.register(formbody)
    const path = `${endpoints.interaction}/:uid`
    pages.get(path, (request, reply) => answer(request, reply, show, againAddress))
    pages.post(`${path}/code`, (request, reply) => answer(request, reply, code, againAddress))
    pages.post(`${path}/session`, (request, reply) => answer(request, reply, session, againCode))
    pages.post(`${path}/consent`, (request, reply) => answer(request, reply, consent, againAddress))
  })
}

function scopesIn({ params }: Details): readonly string[] {
  return String(params['scope']).split(' ')
}

/** The pages on which it is said what went wrong. */
const againAddress = ({ setting, client }: Stay, wrong: string) => oauthSignInPage(setting, client, wrong)
const againCode = ({ setting, form: { challenge, email } }: Stay, wrong: string) =>
  oauthCodePage(setting, { id: challenge, email }, wrong)

/** Whoever says yes is who signed in for this, and is signed in still. Throws `page_expired`. */
function consenting({ account, details }: Stay): Account {
  if (details.prompt.name === 'consent' && account !== null && account.id === details.session?.accountId)
    return account
  throw new DirectoryError('page_expired', 'Somebody else is signed in by now, or nobody.')
}

/** A browser follows the answer to a form only where the page says it may, and the last goes to the client. */
function sendFor({ reply, details }: Stay, html: string): FastifyReply {
  const { origin, protocol, hostname } = new URL(String(details.params['redirect_uri']))
  // A policy cannot name an IPv6 address (CSP 3, section 2.3.1), and a host may hold what ends a directive, such as `;`.
  const next = /^[\w.-]+$/.test(hostname) ? origin : protocol
  return reply.headers({ ...formPageHeadersTo(next), vary: 'cookie' }).send(html)
}
