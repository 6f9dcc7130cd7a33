/** What a person does between a client that asks and its answer: signs in, sees who asks, and says yes or no. */
import { ApiError } from '@careatlas/contract/errors'
import type { Account } from '@careatlas/state/accounts'
import type { FastifyReply } from 'fastify'
import { formPageHeadersTo } from '../web/layout.ts'
import { directoryScope } from '../access/principal.ts'
import { signInFor } from '../accounts/sign-in.ts'
import { endpoints, knownScopes, lifetimes } from './authorization-server.ts'
import { type Details, finishInteraction, type InteractionContext } from './interaction-context.ts'
import { consentPage, oauthCodePage, oauthSignInPage } from './oauth-pages.ts'
import { resourceOf } from './resource.ts'

/** Rejects with a DirectoryError, which is said on a page; with `page_expired` where there is none to say it on. */
export type Step = (stay: InteractionContext) => Promise<FastifyReply>

/** The page that comes next, or the way back where none is needed. */
export const show: Step = async (stay) => {
  const { details, account } = stay
  // Whatever else is asked for is left out, and with nothing left there is nothing to consent to.
  if (!scopesIn(details).includes(directoryScope))
    return finishInteraction(stay, {
      error: 'invalid_scope',
      error_description: `scope must hold ${directoryScope}`,
    })
  if (details.prompt.name === 'consent')
    return sendFor(stay, consentPage(stay.setting, stay.client, consenting(stay)))
  // Who is signed in goes on, unless the client wants to see a code typed.
  const isEnough = details.prompt.reasons.every((reason) => reason === 'no_session')
  if (account !== null && isEnough) return finishInteraction(stay, { login: { accountId: account.id } })
  return sendFor(stay, oauthSignInPage(stay.setting, stay.client))
}

/** Sends a code; rejects as `codeFor` does. */
export const code: Step = async (stay) => {
  const { codeFor } = signInFor('oauth', stay.options)
  return sendFor(stay, oauthCodePage(stay.setting, await codeFor(stay)))
}

/** Signs in with the code; rejects as `signIn` does. */
export const session: Step = async (stay) => {
  const { id: accountId } = await signInFor('oauth', stay.options).signIn(stay)
  return finishInteraction(stay, { login: { accountId } })
}

/** Signs out. An interaction is of one person: the same is asked for anew. */
export const anotherAccount: Step = async ({
  request,
  reply,
  options,
  session: secret,
  account,
  details,
}) => {
  const { accounts, audit, cookies } = options
  if (secret !== null) await accounts.endSession(secret)
  if (account !== null) audit({ event: 'signed_out', request, accountId: account.id })
  cookies.remove(reply, 'session')
  await details.destroy()
  return reply.redirect(`${endpoints.authorization}?${queryOf(details).toString()}`, 303)
}

/** Yes or no. Rejects with `page_expired` where somebody else is signed in. */
export const consent: Step = async (stay) => {
  const { request, options, form } = stay
  const account = consenting(stay)
  const parties = { accountId: account.id, clientId: stay.client.id }
  if (form['decision'] === 'allow') {
    const grantId = await granted(stay, account)
    options.audit({ event: 'consent_given', request, ...parties, grantId })
    return finishInteraction(stay, { consent: { grantId } })
  }
  options.audit({ event: 'consent_refused', request, ...parties })
  return finishInteraction(stay, { error: 'access_denied', error_description: 'The person said no.' })
}

/** Whoever says yes is who signed in for this, and is signed in still. Throws `page_expired`. */
function consenting({ account, details }: InteractionContext): Account {
  if (details.prompt.name === 'consent' && account !== null && account.id === details.session?.accountId)
    return account
  throw new ApiError('page_expired', 'Somebody else is signed in by now, or nobody.')
}

/** All that was asked for and is known: there is one thing to do. */
async function granted(
  { details, client, options }: InteractionContext,
  { id: accountId }: Account,
): Promise<string> {
  const { id: clientId, name, site } = client
  const server = options.server()
  const grant = new server.Grant({ accountId, clientId })
  const asked = scopesIn(details)
  grant.addOIDCScope(knownScopes.filter((scope) => asked.includes(scope)).join(' '))
  grant.addResourceScope(resourceOf(server.issuer), directoryScope)
  const grantId = await grant.save()
  await options.consents.add(grantId, { accountId }, { clientId, name, site }, lifetimes.grant)
  return grantId
}

function scopesIn({ params }: Details): readonly string[] {
  return String(params['scope']).split(' ')
}

/** What the client asked for, word by word. */
function queryOf({ params }: Details): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'string' || typeof value === 'number') query.set(name, `${value}`)
  return query
}

/** A browser follows the answer to a form only where the page says it may, and the last goes to the client. */
export function sendFor({ reply, details }: InteractionContext, html: string): FastifyReply {
  const { origin, protocol, hostname } = new URL(String(details.params['redirect_uri']))
  // A policy cannot name an IPv6 address (CSP 3, section 2.3.1), and a host may hold what ends a directive, such as `;`.
  const next = /^[\w.-]+$/.test(hostname) ? origin : protocol
  return reply.headers({ ...formPageHeadersTo(next), vary: 'cookie' }).send(html)
}
