/** A place as a list names it, with what the registry says of its NPI: what is weighed before it is believed. */
import type { Address } from '@careatlas/contract/cards'
import type { Facility, SourcedFact } from '../facts/facts.ts'

export interface Listing extends SourcedFact<Facility> {
  /** Where its NPI is registered; empty where it has none. */
  readonly registeredAt: readonly Address[]
  /** When it was registered there; left out where it has no NPI of an organization, or nobody knows. */
  readonly registeredOn?: string
}

/** Whether somebody else than CMS made the list. */
export function isThirdPartyList({ source }: Pick<Facility, 'source'>): boolean {
  return source !== 'cms_facilities'
}
