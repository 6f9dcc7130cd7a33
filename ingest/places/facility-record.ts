/** Makes address records from the entries of facility lists. */
import type { Facility, SourcedFact } from '../facts/facts.ts'
import { isLater } from '../ordering.ts'
import { keysOf, type AddressRecord } from './address-record.ts'

/** The listed facilities of one NPI, without those in lists that a newer list of the same source replaced. */
export function facilitiesIn(filed: readonly SourcedFact[]): readonly SourcedFact<Facility>[] {
  const listed = filed.filter((one): one is SourcedFact<Facility> => one.fact.kind === 'facility')
  const isReplaced = ({ fact: { source, asOf } }: SourcedFact<Facility>): boolean =>
    listed.some(({ fact }) => fact.source === source && isLater(fact.asOf, asOf))
  return listed.filter((one) => !isReplaced(one))
}

export function facilityRecord(facility: Facility): AddressRecord<Facility> {
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
