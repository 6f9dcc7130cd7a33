/** Places that a list of facilities names, as mentions of their addresses. */
import type { Facility, FiledFact } from '../facts/facts.ts'
import { isLater } from '../later-date.ts'
import { isIn } from '../steps/served-regions.ts'
import { keysOf, type Mention } from './mention.ts'

/** The facilities of one NPI in `regions` (ISO 3166-2 codes, null for all), without those that a newer list replaced. */
export function facilitiesIn(
  filed: readonly FiledFact[],
  regions: ReadonlySet<string> | null,
): readonly Facility[] {
  const listed = filed.map(({ fact }) => fact).filter((fact) => fact.kind === 'facility')
  const isReplaced = ({ source, asOf }: Facility): boolean =>
    listed.some((other) => other.source === source && isLater(other.asOf, asOf))
  return listed.filter((one) => isIn(regions, one.practice.address) && !isReplaced(one))
}

export function mentionOfFacility(facility: Facility): Mention<Facility> {
  return {
    ...keysOf(facility.practice.address),
    registered: facility.practice,
    primary: true,
    who: facility,
    observed: [],
    languages: [],
    sources: [{ id: facility.source, as_of: facility.asOf }],
  }
}
