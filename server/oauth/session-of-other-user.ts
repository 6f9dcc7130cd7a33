/** Compares the session of oidc-provider in a browser with the user of an interaction. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { rewriteRequest } from '../access/tokens/rewrite-request.ts'

interface InteractionRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly uid: string
}

/**
 * Whether the session of oidc-provider in this browser belongs to another user than the interaction; oidc-provider would then show a
 * page with a script to sign that user out.
 */
export async function hasSessionOfOtherUser(
  { issuer, server }: { readonly issuer: string; readonly server: Provider },
  { request, reply, uid }: InteractionRequest,
): Promise<boolean> {
  const message = rewriteRequest(request.raw, { issuer, url: '/' })
  const login = (await server.Interaction.find(uid))?.result?.login
  const { accountId } = await server.Session.get(server.createContext(message, reply.raw))
  return login !== undefined && accountId !== undefined && accountId !== login.accountId
}
