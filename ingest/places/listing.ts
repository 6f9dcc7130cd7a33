/** An entry of a facility list with the registration of its NPI, which may contradict it. */
import type { Address } from '@careatlas/contract/cards'
import type { Facility, SourcedFact } from '../facts/facts.ts'

export interface Listing extends SourcedFact<Facility> {
  /** The registered addresses of its NPI; empty without an NPI. */
  readonly registeredAt: readonly Address[]
  /** The date of the registration; omitted if the listing has no NPI of an organization, or if the date is unknown. */
  readonly registeredOn?: string
}

/** Whether a third party, not CMS, made the list. */
export function isThirdPartyList({ source }: Pick<Facility, 'source'>): boolean {
  return source !== 'cms_facilities'
}
