/** Extracts the facts about an NPI from one resource of a Plan-Net directory: networks, languages and places. */
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
import { parseIsoDate } from '../read/calendar-date.ts'
import type { FileReport } from '../read/file-report.ts'
import type { PlanNetIndex } from './plan-net-index.ts'
import {
  parseAccepting,
  listLanguages,
  listNetworks,
  parseOfficeHours,
  findPersonName,
  findPhone,
  type PlanNetResource,
  findNpi,
} from './plan-net-resource.ts'
import { networkRejections } from './network-rejections.ts'

export type PlanNetFact = NetworkListing | Observation

/** The facts of a valid resource, possibly none, or the reason to reject the resource. */
export function extractPlanNetFacts(
  resource: PlanNetResource,
  index: PlanNetIndex,
  carrier: string,
  report: FileReport,
): readonly PlanNetFact[] | string {
  if (!isActive(resource, report)) return networkRejections.inactive
  const provenance = readProvenance(resource, report)
  switch (resource.resourceType) {
    case 'Practitioner':
      return extractLanguageFacts(resource, provenance)
    case 'Organization':
      return validateOrganization(resource)
    case 'Location':
      return extractLocationFacts(resource, index, provenance)
    case 'PractitionerRole':
      return extractMemberFacts(resource, resource.practitioner, index, carrier, provenance)
    case 'OrganizationAffiliation':
      return extractMemberFacts(resource, resource.participatingOrganization, index, carrier, provenance)
    case 'HealthcareService':
    case 'InsurancePlan':
    case 'Endpoint':
      return []
    default:
      return networkRejections.record
  }
}

/** False if the resource is inactive, or if its period is over or in the future. */
export function isActive({ active, status, period }: PlanNetResource, report: FileReport): boolean {
  const { start, end } = period ?? { start: null, end: null }
  const isOver = end !== null && !report.isFuture(end)
  const isInFuture = start !== null && report.isFuture(start)
  return active && status === 'active' && !isOver && !isInFuture
}

function readProvenance({ meta }: PlanNetResource, report: FileReport): Provenance {
  const date = parseIsoDate((meta?.lastUpdated ?? '').slice(0, 10))
  report.noteDate(date)
  return { source: report.source, asOf: report.dateForRecord(date) }
}

function extractLanguageFacts(
  resource: PlanNetResource,
  provenance: Provenance,
): readonly PlanNetFact[] | string {
  const npi = findNpi(resource) ?? ''
  if (!isNpi(npi)) return networkRejections.npi
  const languages = listLanguages(resource)
  return languages.length === 0
    ? []
    : [{ ...emptyObservation(npi, provenance), ...toPersonField(findPersonName(resource)), languages }]
}

/** Networks and payers are organizations without an NPI. */
function validateOrganization(resource: PlanNetResource): readonly PlanNetFact[] | string {
  const npi = findNpi(resource)
  return npi === null || isNpi(npi) ? [] : networkRejections.npi
}

/** The hours of a Location are those of its managing organization, not of the clinicians who practice there. */
function extractLocationFacts(
  resource: PlanNetResource,
  index: PlanNetIndex,
  provenance: Provenance,
): readonly PlanNetFact[] {
  const owner = index.findProvider(resource.managingOrganization)
  if ('reason' in owner) return []
  const officeHours = parseOfficeHours(resource.hoursOfOperation)
  const places = createPlaces(
    resource.address === null ? [] : [resource.address],
    officeHours,
    parseAccepting(resource),
    findPhone(resource),
  )
  return places.length === 0 ? [] : [{ ...emptyObservation(owner.npi, provenance), places }]
}

/** Drops the hours and the telephone number of a role with several places, because it is unknown which place they belong to. */
function extractMemberFacts(
  resource: PlanNetResource,
  member: string | null,
  index: PlanNetIndex,
  carrier: string,
  provenance: Provenance,
): readonly PlanNetFact[] | string {
  const provider = index.findProvider(member)
  if ('reason' in provider) return provider.reason
  const { npi, person } = provider
  const isListed = listNetworks(resource).some((network) => index.isNetworkActive(network))
  const addresses = resource.location.map((key) => index.findPlace(key)).filter((place) => place !== null)
  const hasOnePlace = resource.location.length === 1
  const officeHours = hasOnePlace ? parseOfficeHours(resource.availableTime) : []
  const phone = hasOnePlace ? findPhone(resource) : null
  const places = createPlaces(addresses, officeHours, parseAccepting(resource), phone)
  return [
    ...(isListed
      ? [{ kind: 'network_listing', npi, ...toPersonField(person), carrier, ...provenance } as const]
      : []),
    ...(places.length > 0
      ? [{ ...emptyObservation(npi, provenance), ...toPersonField(person), places }]
      : []),
  ]
}

function toPersonField(person: NamedPerson | null): { readonly person?: NamedPerson } {
  return person === null ? {} : { person }
}

function createPlaces(
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
