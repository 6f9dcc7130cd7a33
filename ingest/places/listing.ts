/** Entries of facility lists: with the registration of their NPI, which may contradict them, and as address records. */
import type { Address } from '@careatlas/contract/cards'
import type { NormalizedAddress } from '@careatlas/directory/address'
import type { Facility, SourcedFact } from '../facts/facts.ts'
import { isLater } from '../ordering.ts'
import { type AddressRecord, keysOf } from './address-record.ts'

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

/** The digits of the first number in the line: `502` of `E 502 AMENDE`, `39000` of `39-000 BOB HOPE DR`; null without one. */
export function houseNumber({ line }: Pick<NormalizedAddress, 'line'>): string | null {
  const digits = /\d[\d-]*/.exec(line)?.[0].replaceAll(/-|^0+(?=\d)/g, '')
  return digits ?? null
}

/** The listed facilities of one NPI, without those in lists that a newer list of the same source replaced. */
export function selectCurrentFacilities(
  sourcedFacts: readonly SourcedFact[],
): readonly SourcedFact<Facility>[] {
  const listed = sourcedFacts.filter(
    (sourcedFact): sourcedFact is SourcedFact<Facility> => sourcedFact.fact.kind === 'facility',
  )
  const isReplaced = ({ fact: { source, asOf } }: SourcedFact<Facility>): boolean =>
    listed.some(({ fact }) => fact.source === source && isLater(fact.asOf, asOf))
  return listed.filter((sourcedFact) => !isReplaced(sourcedFact))
}

export function toFacilityRecord(facility: Facility): AddressRecord<Facility> {
  return {
    ...keysOf(facility.practice.address),
    registered: facility.practice,
    since: facility.asOf ?? '',
    primary: true,
    who: facility,
    observed: [],
    languages: [],
    sources: [{ id: facility.source, as_of: facility.asOf }],
  }
}
