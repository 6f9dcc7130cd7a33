/** Chooses the leading registration of a place, and derives names and codes of the place from all of them. */
import { isHospitalCode } from '@careatlas/directory/taxonomy'
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import { compareText } from '../ordering.ts'
import type { AddressRecord, OrganizationAtAddress } from './address-record.ts'

type Registrations = readonly AddressRecord<OrganizationAtAddress>[]

/** A hospital before its departments, the organization proper before its subparts, then the lowest NPI. */
export function selectPrimaryOrganization(
  organizations: Registrations,
): AddressRecord<OrganizationAtAddress> | null {
  const [lead = null] = organizations.toSorted(
    (a, b) =>
      Number(isRegisteredAsHospital(b)) - Number(isRegisteredAsHospital(a)) ||
      Number(a.who.subpart) - Number(b.who.subpart) ||
      compareText(a.who.npi, b.who.npi),
  )
  return lead
}

/** By the primary code, because departments of other kinds may have that of a hospital as a further code. */
function isRegisteredAsHospital({ who }: Registrations[number]): boolean {
  return who.taxonomyCodes.slice(0, 1).some(isHospitalCode)
}

/** For display, without stray punctuation and with a leading article: `PARADOX HEALTH , PLLC,` → `Paradox Health, PLLC`. */
export function formatOrganizationName(registered: string): string {
  const plain = registered.replace(/\s+(?=[,;.)])|(?<=\()\s+/g, '').replace(/[\s,;:-]+$/, '')
  return titleCaseOrganization(plain).replace(/^(.+?),? the$/i, 'The $1')
}

/** The codes of the leading registration first, then those of the others. */
export function listTaxonomyCodes(
  lead: AddressRecord<OrganizationAtAddress>,
  organizations: Registrations,
): string[] {
  return [...new Set([lead, ...organizations].flatMap(({ who }) => who.taxonomyCodes))]
}

/** Every name under which search finds the place: the displayed name, then the registered ones. */
export function listNames(displayed: string | null, organizations: Registrations): readonly string[] {
  const registered = organizations.flatMap(({ who }) => [who.name, ...who.names])
  return [...new Set(displayed === null ? registered : [displayed, ...registered])].filter(Boolean)
}
