/** One request of an interaction: the requesting client, the signed-in user, and the result for oidc-provider. */
import { ApiError } from '@careatlas/contract/errors'
import type { Account } from '@careatlas/state/accounts'
import type { Consents } from '@careatlas/state/consents'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type InteractionResults, type Provider } from 'oidc-provider'
import * as z from 'zod'
import { codeDelivery } from '../accounts/code-sender.ts'
import type { SignInOptions } from '../accounts/sign-in.ts'
import type { PageSession } from '../web/page-actions.ts'
import { endpoints } from './authorization-server.ts'
import { isLoopbackRedirect } from './client-metadata.ts'
import type { RequestingClient, OAuthPageSetting } from './oauth-pages.ts'
import { rewriteRequest } from '../access/tokens/rewrite-request.ts'

export interface InteractionOptions extends SignInOptions {
  readonly getOAuthProvider: (request: FastifyRequest) => Provider
  readonly consents: Consents
  readonly productName: string
}

export type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>

export interface InteractionContext extends PageSession {
  readonly options: InteractionOptions
  readonly details: InteractionDetails
  /** Null if the user is not signed in. */
  readonly account: Account | null
  readonly client: RequestingClient
  readonly setting: OAuthPageSetting
}

/** Rejects with `page_expired` for an interaction that is over, or that began in another browser. */
export async function loadInteraction(
  pageSession: PageSession,
  options: InteractionOptions,
): Promise<InteractionContext> {
  const { request, reply, session, token } = pageSession
  const { accounts, productName, sender } = options
  const provider = options.getOAuthProvider(request)
  const details = await loadDetails(request, reply, provider)
  const path = `${endpoints.interaction}/${details.uid}`
  return {
    ...pageSession,
    options,
    details,
    account: session === null ? null : await accounts.findBySession(session),
    client: await loadClient(details, provider),
    setting: { productName, path, token, codeDelivery: codeDelivery(sender) },
  }
}

async function loadDetails(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
): Promise<InteractionDetails> {
  try {
    const details = await provider.interactionDetails(toProviderMessage(request, provider), reply.raw)
    if (details.uid === z.object({ uid: z.string() }).parse(request.params).uid) return details
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
  }
  throw new ApiError('page_expired', 'This sign-in has ended, or it began in another browser.')
}

function toProviderMessage({ raw }: FastifyRequest, { issuer }: Provider) {
  return rewriteRequest(raw, { issuer, url: '/' })
}

async function loadClient({ params }: InteractionDetails, provider: Provider): Promise<RequestingClient> {
  const id = String(params['client_id'])
  const client = await provider.Client.find(id)
  if (client === undefined) throw new ApiError('page_expired', 'The app is no longer registered.')
  const redirect = String(params['redirect_uri'])
  return {
    id,
    name: client.clientName ?? 'Unnamed app',
    site: id.startsWith('https://') ? new URL(id).host : null,
    redirectHost: new URL(redirect).host,
    isLocal: isLoopbackRedirect(redirect),
  }
}

/** Ends the interaction and redirects the browser to the next step of the authorization. */
export async function finishInteraction(
  { request, reply, options }: InteractionContext,
  result: InteractionResults,
): Promise<FastifyReply> {
  const provider = options.getOAuthProvider(request)
  return reply.redirect(
    await provider.interactionResult(toProviderMessage(request, provider), reply.raw, result),
    303,
  )
}
