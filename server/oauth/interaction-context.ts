/** One request of one interaction: whose it is, which client asks, and how oidc-provider is told what came of it. */
import { ApiError } from '@careatlas/contract/errors'
import type { Account } from '@careatlas/state/accounts'
import type { Consents } from '@careatlas/state/consents'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type InteractionResults, type Provider } from 'oidc-provider'
import * as z from 'zod'
import { codeDelivery } from '../accounts/code-sender.ts'
import { verifyCsrf, publicOrigin, csrfToken } from '../access/csrf.ts'
import type { SignInOptions } from '../accounts/sign-in.ts'
import { formIn } from '../web/page-request.ts'
import { endpoints } from './authorization-server.ts'
import { isLoopbackRedirect } from './client-metadata.ts'
import type { AskingClient, OAuthPageSetting } from './oauth-pages.ts'
import { rewriteRequest } from './rewrite-request.ts'

export interface InteractionOptions extends SignInOptions {
  readonly server: () => Provider
  readonly consents: Consents
  readonly pepper: Uint8Array
  readonly productName: string
  /** Public address, without a slash at the end; null: whatever name the browser knows the server by. */
  readonly baseUrl: string | null
}

export type Details = Awaited<ReturnType<Provider['interactionDetails']>>

export interface InteractionContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly options: InteractionOptions
  readonly visitor: string
  readonly session: string | null
  readonly details: Details
  /** Who is signed in in this browser. */
  readonly account: Account | null
  readonly client: AskingClient
  readonly form: ReturnType<typeof formIn>
  readonly setting: OAuthPageSetting
}

/** Nothing is looked up of what does not come from a page of ours. Rejects with `page_expired`. */
export async function loadInteraction(
  request: FastifyRequest,
  reply: FastifyReply,
  options: InteractionOptions,
): Promise<InteractionContext> {
  const { accounts, cookies, pepper, productName, baseUrl, sender, server } = options
  const visitor = cookies.visitor(request, reply)
  const [form, token] = [formIn(request), csrfToken(pepper, visitor)]
  if (request.method === 'POST') verifyCsrf(request, form.token, token, publicOrigin(request, baseUrl))
  const session = cookies.read(request, 'session')
  const details = await detailsOf(request, reply, server())
  const path = `${endpoints.interaction}/${details.uid}`
  return {
    request,
    reply,
    options,
    visitor,
    session,
    details,
    account: session === null ? null : await accounts.findBySession(session),
    client: await clientOf(details, server()),
    form,
    setting: { productName, path, token, codeDelivery: codeDelivery(sender) },
  }
}

/** Rejects with `page_expired` for an interaction that is over, or of another browser. */
async function detailsOf(request: FastifyRequest, reply: FastifyReply, server: Provider): Promise<Details> {
  try {
    const details = await server.interactionDetails(messageOf(request, server), reply.raw)
    if (details.uid === z.object({ uid: z.string() }).parse(request.params).uid) return details
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
  }
  throw new ApiError('page_expired', 'This sign-in is over, or was begun in another browser.')
}

function messageOf({ raw }: FastifyRequest, { issuer }: Provider) {
  return rewriteRequest(raw, { issuer, url: '/' })
}

async function clientOf({ params }: Details, server: Provider): Promise<AskingClient> {
  const id = String(params['client_id'])
  const client = await server.Client.find(id)
  if (client === undefined) throw new ApiError('page_expired', 'The program that asks is known no more.')
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
export async function finishInteraction(
  { request, reply, options }: InteractionContext,
  result: InteractionResults,
): Promise<FastifyReply> {
  const server = options.server()
  return reply.redirect(await server.interactionResult(messageOf(request, server), reply.raw, result), 303)
}
