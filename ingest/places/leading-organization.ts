/** Which of an organization's registrations stands for a place, and what the place is called and does by them. */
import { isHospitalCode } from '@careatlas/directory/taxonomy'
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import { compareText } from '../compare-text.ts'
import type { Mention, OrganizationMention } from './mention.ts'

type Registrations = readonly Mention<OrganizationMention>[]

/** A hospital before its departments, the organization proper before its subparts, then the lowest NPI. */
export function leadOf(organizations: Registrations): Mention<OrganizationMention> | null {
  const [lead = null] = organizations.toSorted(
    (a, b) =>
      Number(isRegisteredAsHospital(b)) - Number(isRegisteredAsHospital(a)) ||
      Number(a.who.subpart) - Number(b.who.subpart) ||
      compareText(a.who.npi, b.who.npi),
  )
  return lead
}

/** First of all; departments of other kinds may have the code as a further one. */
function isRegisteredAsHospital({ who }: Registrations[number]): boolean {
  return who.taxonomyCodes.slice(0, 1).some(isHospitalCode)
}

/** For display, without the stray punctuation of registered names: `PARADOX HEALTH , PLLC,` → `Paradox Health, PLLC`; the article where it belongs. */
export function organizationName(registered: string): string {
  const plain = registered.replace(/\s+(?=[,;.)])|(?<=\()\s+/g, '').replace(/[\s,;:-]+$/, '')
  return titleCaseOrganization(plain).replace(/^(.+?),? the$/i, 'The $1')
}

/** The lead's first, then what the other registrations add. */
export function taxonomyCodesOf(lead: Mention<OrganizationMention>, organizations: Registrations): string[] {
  return [...new Set([lead, ...organizations].flatMap(({ who }) => who.taxonomyCodes))]
}

/** Every name the place is found under: the one displayed, then those registered. */
export function namesOf(displayed: string | null, organizations: Registrations): readonly string[] {
  const registered = organizations.flatMap(({ who }) => [who.name, ...who.names])
  return [...new Set(displayed === null ? registered : [displayed, ...registered])].filter(Boolean)
}
