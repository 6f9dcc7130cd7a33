/** `/oauth/interaction/:uid`: the user signs in, sees which app requests access, and allows or denies it. */
import { ApiError } from '@careatlas/contract/errors'
import type { Account } from '@careatlas/state/accounts'
import type { FastifyReply } from 'fastify'
import { directoryScope } from '../access/principal.ts'
import { createSignIn } from '../accounts/sign-in.ts'
import type { Html } from '../web/html.ts'
import { formPageHeadersWithRedirect, sendHtml } from '../web/layout.ts'
import type { PageAction, PageTable, RenderError } from '../web/page-actions.ts'
import { endpoints, knownScopes, lifetimeSeconds } from './authorization-server.ts'
import {
  type InteractionDetails,
  finishInteraction,
  type InteractionContext,
  type InteractionOptions,
  loadInteraction,
} from './interaction-context.ts'
import { consentPage, oauthCodePage, oauthSignInPage } from './oauth-pages.ts'
import { resourceOf } from './resource.ts'

type Action = PageAction<InteractionContext>

export function interactionActions(options: InteractionOptions): PageTable<InteractionContext> {
  return {
    load: (pageSession) => loadInteraction(pageSession, options),
    // The page of an expired interaction cannot be shown again.
    isShown: ({ code }) => code !== 'page_expired',
    actions: {
      GET: [showNextPage, renderSignIn],
      'POST /code': [sendCode, renderSignIn],
      'POST /session': [signIn, renderCodePage],
      'POST /consent': [decide, renderSignIn],
      'POST /another-account': [useAnotherAccount, renderSignIn],
    },
  }
}

const renderSignIn: RenderError<InteractionContext> = (context, message) =>
  sendPage(context, oauthSignInPage(context.setting, context.client, message))

const renderCodePage: RenderError<InteractionContext> = (context, message) => {
  const { challenge, email } = context.form
  return sendPage(context, oauthCodePage(context.setting, { id: challenge, email }, message))
}

/** Shows the next page, or redirects if none is needed. */
const showNextPage: Action = async (context) => {
  const { details, account } = context
  // The server ignores unknown scopes; without this scope there is nothing to consent to.
  if (!getRequestedScopes(details).includes(directoryScope))
    return finishInteraction(context, {
      error: 'invalid_scope',
      error_description: `scope must contain ${directoryScope}`,
    })
  if (details.prompt.name === 'consent')
    return sendPage(context, consentPage(context.setting, context.client, consentingAccount(context)))
  // A signed-in user continues, unless the client requires a new sign-in.
  const isSessionSufficient = details.prompt.reasons.every((reason) => reason === 'no_session')
  if (account !== null && isSessionSufficient)
    return finishInteraction(context, { login: { accountId: account.id } })
  return sendPage(context, oauthSignInPage(context.setting, context.client))
}

const sendCode: Action = async (context) => {
  const { codeFor } = createSignIn('oauth', context.options)
  return sendPage(context, oauthCodePage(context.setting, await codeFor(context)))
}

const signIn: Action = async (context) => {
  const { id: accountId } = await createSignIn('oauth', context.options).signIn(context)
  return finishInteraction(context, { login: { accountId } })
}

/** Signs out and restarts the authorization, because an interaction belongs to one user. */
const useAnotherAccount: Action = async ({ request, reply, options, session, account, details }) => {
  const { accounts, audit, cookies } = options
  if (session !== null) await accounts.endSession(session)
  if (account !== null) audit({ event: 'signed_out', request, accountId: account.id })
  cookies.remove(reply, 'session')
  await details.destroy()
  return reply.redirect(`${endpoints.authorization}?${toAuthorizationQuery(details).toString()}`, 303)
}

const decide: Action = async (context) => {
  const { request, options, form } = context
  const account = consentingAccount(context)
  const parties = { accountId: account.id, clientId: context.client.id }
  if (form.decision === 'allow') {
    const grantId = await saveGrant(context, account)
    options.audit({ event: 'consent_given', request, ...parties, grantId })
    return finishInteraction(context, { consent: { grantId } })
  }
  options.audit({ event: 'consent_refused', request, ...parties })
  return finishInteraction(context, { error: 'access_denied', error_description: 'The user denied access.' })
}

/** Only the user who signed in for this interaction may consent. Throws `page_expired`. */
function consentingAccount({ account, details }: InteractionContext): Account {
  if (details.prompt.name === 'consent' && account !== null && account.id === details.session?.accountId)
    return account
  throw new ApiError('page_expired', 'You are signed out, or signed in with another account.')
}

/** Grants every requested scope that the server supports, and returns the grant ID. */
async function saveGrant(
  { request, details, client, options }: InteractionContext,
  { id: accountId }: Account,
): Promise<string> {
  const { id: clientId, name, site } = client
  const provider = options.getOAuthProvider(request)
  const grant = new provider.Grant({ accountId, clientId })
  const requested = getRequestedScopes(details)
  grant.addOIDCScope(knownScopes.filter((scope) => requested.includes(scope)).join(' '))
  grant.addResourceScope(resourceOf(provider.issuer), directoryScope)
  const grantId = await grant.save()
  await options.consents.add(grantId, { accountId }, { clientId, name, site }, lifetimeSeconds.grant)
  return grantId
}

function getRequestedScopes({ params }: InteractionDetails): readonly string[] {
  return String(params['scope']).split(' ')
}

/** The query string of the original authorization request. */
function toAuthorizationQuery({ params }: InteractionDetails): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'string' || typeof value === 'number') query.set(name, `${value}`)
  return query
}

/** The CSP must allow the redirects after a form; the last one leads to the client. */
function sendPage({ reply, details }: InteractionContext, document: Html): FastifyReply {
  const { origin, protocol, hostname } = new URL(String(details.params['redirect_uri']))
  // A policy cannot name an IPv6 address (CSP 3, section 2.3.1), and a host may contain `;`, which ends a directive.
  const redirectSource = /^[\w.-]+$/.test(hostname) ? origin : protocol
  return sendHtml(reply, document, { ...formPageHeadersWithRedirect(redirectSource), vary: 'cookie' })
}
