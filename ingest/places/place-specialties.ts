/** The clinical fields of a place, as weighted codes for search: those of the organization and of its roster. */
import { isHospitalCode, taxonomyOf } from '@careatlas/directory/taxonomy'
import type { ClinicalSlice } from '@careatlas/search/relevance'
import { kindFirst } from '../compose/summary/kind-of-place.ts'
import type { ListedOrganization, PlaceFacts, RosterMember } from '../compose/place-facts.ts'
import { compareText } from '../ordering.ts'

/**
 * The primary code and the name of the organization weigh most, then its further codes; the most common field of the roster
 * weighs nearly as much. Any organization can register as a hospital, so that code weighs less if no list has the hospital, and
 * least if its name does not say so either.
 */
const weights = {
  own: 1,
  furtherOwn: 0.85,
  unlistedHospital: 0.85,
  hospitalByCodeAlone: 0.6,
  mostOfRoster: 0.9,
  someOfRoster: 0.75,
  fewOfRoster: 0.6,
} as const

/** The minimum share of the roster for a field to count as the field of most, or of some, clinicians. */
const shares = { most: 0.5, some: 0.1 } as const

interface SpecialtyFacts {
  readonly name: string | null
  readonly organization: Pick<ListedOrganization, 'taxonomyCodes' | 'listedHospital'> | null
  readonly roster: readonly Pick<RosterMember, 'taxonomyCode'>[]
  readonly emergency: PlaceFacts['emergency']
}

/** NUCC: the code that a place gets if a source states that it has emergency services. */
const emergencyCare = '261QE0002X'

/** Each code once, with its greatest weight, ordered by code. */
export function placeSpecialties({
  name,
  organization,
  roster,
  emergency,
}: SpecialtyFacts): ClinicalSlice['codes'] {
  const weightByCode = new Map<string, number>()
  const addWeight = (code: string, weight: number): void => {
    weightByCode.set(code, Math.max(weight, weightByCode.get(code) ?? 0))
  }
  const hospitalWeight =
    organization?.listedHospital === false ? getUnlistedHospitalWeight(name) : weights.own
  const mainKind = kindFirst(
    (organization?.taxonomyCodes ?? []).map(taxonomyOf).filter((taxonomy) => taxonomy !== null),
  )[0]
  organization?.taxonomyCodes.forEach((code, index) => {
    const own = index === 0 || code === mainKind?.code ? weights.own : weights.furtherOwn
    addWeight(code, isHospitalCode(code) ? Math.min(own, hospitalWeight) : own)
  })
  if (emergency?.value === true) addWeight(emergencyCare, weights.own)
  for (const [code, members] of Map.groupBy(roster, ({ taxonomyCode }) => taxonomyCode)) {
    if (code !== null) addWeight(code, getRosterWeight(members.length / roster.length))
  }
  return [...weightByCode]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([code, weight]) => ({ code, weight }))
}

function getUnlistedHospitalWeight(name: string | null): number {
  return hospitalName.test(name ?? '') && !nonHospitalName.test(name ?? '')
    ? weights.unlistedHospital
    : weights.hospitalByCodeAlone
}

const hospitalName = /\bhospital|\bmedical (?:center|ctr)|\binfirmary\b|\bhealth (?:center|system)/i
/** Words in the names of hospital departments and of organizations that are not hospitals. */
const nonHospitalName =
  /chiropract|pharmac|imaging|radiolog|physical therap|orthop(?:a?ed)|\bdental|dentist|optom|laborator|home (?:health|care)|hospice/i

function getRosterWeight(share: number): number {
  if (share >= shares.most) return weights.mostOfRoster
  return share >= shares.some ? weights.someOfRoster : weights.fewOfRoster
}
