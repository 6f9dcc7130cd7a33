/** "Is this clinician in my plan?": whether a payer lists a clinician, with the date and the source of the answer. */
import type { ProviderHit } from '@careatlas/contract/cards'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import type * as z from 'zod'

/** A missing listing never means that a clinician is outside a network. */
export type PlanVerdict =
  | { readonly kind: 'listed'; readonly payer: string; readonly source: string; readonly asOf: string | null }
  | { readonly kind: 'not_found'; readonly payer: string; readonly asOf: string | null }
  /** The directory has no network file of the payer. */
  | { readonly kind: 'no_file'; readonly payer: string }
  /** The card of a search result was shortened, so its list does not answer the question. */
  | { readonly kind: 'shortened'; readonly payer: string }

/** The payers of a card, which a search may have shortened. */
export type CheckedCard = Pick<z.infer<typeof ProviderHit>, 'carriers' | 'truncated_fields'>

/** @param payer the entry of the snapshot, whose `data_as_of` is the date of its newest file */
export function checkPlan(
  card: CheckedCard,
  { code, name, provider_count, data_as_of }: Carrier,
): PlanVerdict {
  const listing = card.carriers.find((carrier) => carrier.code === code)
  if (listing !== undefined)
    return { kind: 'listed', payer: name, source: listing.source, asOf: listing.as_of }
  if (card.truncated_fields?.includes('carriers')) return { kind: 'shortened', payer: name }
  // As for `carriers_without_listings`: a payer that lists no clinician has no file here.
  if (provider_count === 0) return { kind: 'no_file', payer: name }
  return { kind: 'not_found', payer: name, asOf: data_as_of }
}
