/** CORS for routes that pages of partners call: only the exact origins of active partners may read responses, never with cookies. */
import type { Partner, Partners } from '@careatlas/state/partners'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { restrictCrossOrigin } from '../http/response-headers.ts'
import { activePartners } from './active-partners.ts'
import { checkOrigin } from './partner-request.ts'

/**
 * A preflight names no partner, so it succeeds for the origins of all partners, and pages of all partners can read errors that occur
 * before the partner is known. Each route then calls `checkPage`.
 */
export function registerPartnerCors(
  routes: FastifyInstance,
  { partners, vary }: { readonly partners: Partners; readonly vary: string },
): void {
  routes.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    restrictCrossOrigin(reply, null)
    void reply.header('vary', vary)
    if (origin !== undefined && (await activePartners(partners).hasOrigin(origin)))
      restrictCrossOrigin(reply, origin)
  })
}

/** Throws ApiError `origin_not_allowed`, which the page cannot read, if the request comes from a page of another partner. */
export function checkPage(partner: Partner, { headers }: FastifyRequest, reply: FastifyReply): void {
  const { origin = null } = headers
  if (origin !== null && !partner.origins.includes(origin)) restrictCrossOrigin(reply, null)
  checkOrigin(partner, origin)
}
