/** A place as a list names it, with what the registry says of its NPI: what is weighed before it is believed. */
import type { Address } from '@careatlas/contract/cards'
import type { Facility, SourcedFact } from '../facts/facts.ts'

export interface Listing extends SourcedFact<Facility> {
  /** Where its NPI is registered; empty where it has none. */
  readonly registeredAt: readonly Address[]
  /** The date of the registration there; absent without an NPI of an organization, or if the date is unknown. */
  readonly registeredOn?: string
}

/** Whether a third party, not CMS, made the list. */
export function isThirdPartyList({ source }: Pick<Facility, 'source'>): boolean {
  return source !== 'cms_facilities'
}
