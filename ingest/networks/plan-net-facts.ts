/** What one resource of a Plan-Net directory says of an NPI: its networks, its languages, its places. */
import { isNpi } from '@careatlas/directory/npi'
import {
  type NamedPerson,
  type NetworkListing,
  type Observation,
  type ObservedPhone,
  type ObservedPlace,
  type Provenance,
  emptyObservation,
} from '../facts/facts.ts'
import { dateFromIso } from '../read/calendar-date.ts'
import type { FileReport } from '../read/file-report.ts'
import type { PlanNetIndex } from './plan-net-index.ts'
import {
  acceptingOf,
  languagesOf,
  networksOf,
  officeHoursOf,
  personOf,
  phoneOf,
  type PlanNetResource,
  writtenNpi,
} from './plan-net-resource.ts'
import { networkRejections } from './rejections.ts'

export type PlanNetFact = NetworkListing | Observation

/** The facts, none where the resource is sound and states none, or the reason to reject it. */
export function planNetFacts(
  resource: PlanNetResource,
  index: PlanNetIndex,
  carrier: string,
  report: FileReport,
): readonly PlanNetFact[] | string {
  if (!isInUse(resource, report)) return networkRejections.inactive
  const provenance = provenanceOf(resource, report)
  switch (resource.resourceType) {
    case 'Practitioner':
      return languageFacts(resource, provenance)
    case 'Organization':
      return organizationFacts(resource)
    case 'Location':
      return locationFacts(resource, index, provenance)
    case 'PractitionerRole':
      return memberFacts(resource, resource.practitioner, index, carrier, provenance)
    case 'OrganizationAffiliation':
      return memberFacts(resource, resource.participatingOrganization, index, carrier, provenance)
    case 'HealthcareService':
    case 'InsurancePlan':
    case 'Endpoint':
      return []
    default:
      return networkRejections.record
  }
}

/** False when the resource says that it is not, or that its period is over or yet to come. */
export function isInUse({ active, status, period }: PlanNetResource, report: FileReport): boolean {
  const { start, end } = period ?? { start: null, end: null }
  const isOver = end !== null && !report.isFuture(end)
  const isToCome = start !== null && report.isFuture(start)
  return active && status === 'active' && !isOver && !isToCome
}

function provenanceOf({ meta }: PlanNetResource, report: FileReport): Provenance {
  const day = dateFromIso((meta?.lastUpdated ?? '').slice(0, 10))
  report.noteDay(day)
  return { source: report.source, asOf: report.dayOfRecord(day) }
}

function languageFacts(resource: PlanNetResource, provenance: Provenance): readonly PlanNetFact[] | string {
  const npi = writtenNpi(resource) ?? ''
  if (!isNpi(npi)) return networkRejections.npi
  const languages = languagesOf(resource)
  return languages.length === 0
    ? []
    : [{ ...emptyObservation(npi, provenance), ...named(personOf(resource)), languages }]
}

/** Networks and payers are organizations without an NPI. */
function organizationFacts(resource: PlanNetResource): readonly PlanNetFact[] | string {
  const npi = writtenNpi(resource)
  return npi === null || isNpi(npi) ? [] : networkRejections.npi
}

/** The hours of a place are those of the organization that runs it, not of the clinicians who come there. */
function locationFacts(
  resource: PlanNetResource,
  index: PlanNetIndex,
  provenance: Provenance,
): readonly PlanNetFact[] {
  const owner = index.provider(resource.managingOrganization)
  if ('reason' in owner) return []
  const officeHours = officeHoursOf(resource.hoursOfOperation)
  const places = statedPlaces(
    resource.address === null ? [] : [resource.address],
    officeHours,
    acceptingOf(resource),
    phoneOf(resource),
  )
  return places.length === 0 ? [] : [{ ...emptyObservation(owner.npi, provenance), places }]
}

/** Drops the hours and the telephone number of a role at several places, because their place is unknown. */
function memberFacts(
  resource: PlanNetResource,
  member: string | null,
  index: PlanNetIndex,
  carrier: string,
  provenance: Provenance,
): readonly PlanNetFact[] | string {
  const referred = index.provider(member)
  if ('reason' in referred) return referred.reason
  const { npi, person } = referred
  const isListed = networksOf(resource).some((network) => index.isOpen(network))
  const addresses = resource.location.map((key) => index.place(key)).filter((place) => place !== null)
  const isAtOne = resource.location.length === 1
  const officeHours = isAtOne ? officeHoursOf(resource.availableTime) : []
  const phone = isAtOne ? phoneOf(resource) : null
  const places = statedPlaces(addresses, officeHours, acceptingOf(resource), phone)
  return [
    ...(isListed
      ? [{ kind: 'network_listing', npi, ...named(person), carrier, ...provenance } as const]
      : []),
    ...(places.length > 0 ? [{ ...emptyObservation(npi, provenance), ...named(person), places }] : []),
  ]
}

function named(person: NamedPerson | null): { readonly person?: NamedPerson } {
  return person === null ? {} : { person }
}

function statedPlaces(
  addresses: readonly Pick<ObservedPlace, 'line1' | 'postalCode'>[],
  officeHours: ObservedPlace['officeHours'],
  accepting: ObservedPlace['accepting'],
  phone: ObservedPhone | null,
): readonly ObservedPlace[] {
  if (officeHours.length === 0 && accepting === null && phone === null) return []
  return addresses.map(({ line1, postalCode }) => ({
    line1,
    postalCode,
    officeHours,
    accepting,
    ...(phone !== null && { phone }),
  }))
}
