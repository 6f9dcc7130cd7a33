/** Identifies the partner of a request by its identifier and publishable key, and checks the origin of the page. */
import { ApiError } from '@careatlas/contract/errors'
import { quoteValue } from '@careatlas/contract/quoted-value'
import type { Partner, Partners } from '@careatlas/state/partners'
import { activePartners } from './active-partners.ts'

/** As the client sent them, in headers or in a query. Both are public values. */
export interface PartnerCredentials {
  readonly identifier: unknown
  readonly publicKey: unknown
}

/** Rejects with `invalid_credentials`, or with `partner_mismatch` for the key of another partner. */
export async function identifyPartner(
  partners: Partners,
  { identifier, publicKey }: PartnerCredentials,
): Promise<Partner> {
  const active = activePartners(partners)
  const partner = typeof identifier === 'string' ? await active.find(identifier) : null
  if (partner !== null && partner.publicKey === publicKey) return partner
  if (partner !== null && typeof publicKey === 'string' && (await active.hasKey(publicKey)))
    throw new ApiError(
      'partner_mismatch',
      `This publishable key does not belong to ${quoteValue(partner.identifier)}.`,
    )
  throw new ApiError(
    'invalid_credentials',
    'The partner identifier or the publishable key is missing, unknown or disabled.',
  )
}

/**
 * Throws ApiError `origin_not_allowed` if the request comes from a page that may not use the chat of this partner. `origin` is null if
 * the client sent none, as clients that are not web pages.
 */
export function checkOrigin({ identifier, origins }: Partner, origin: string | null): void {
  if (origin === null || origins.includes(origin)) return
  throw new ApiError(
    'origin_not_allowed',
    `Pages of ${quoteValue(origin)} may not use the chat of ${quoteValue(identifier)}; the operator registers origins with "careatlas partners add".`,
  )
}
