/** Decides whether a place is a home or a mailbox, by the registrations at its address, and names it by that address. */
import type { Address } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { addressName, institutionName, isMailAddress, townName } from '../compose/phrasing/address-phrase.ts'
import { matchesLine } from '../facts/address-lines.ts'
import { isApartment } from '../facts/apartment-address.ts'
import { type AddressRecord, type ClinicianAtAddress, isClinician } from './address-record.ts'
import { isIndividualClinician } from './roster-rules.ts'
import type { PlaceOccupants } from './occupants.ts'

/**
 * A place without an organization is a home if it has one clinician, a household (one surname) outside an office, or two
 * clinicians in an apartment, in a trailer or on a lot, or if it is a mailbox. A place with an organization is a home if it is
 * an apartment without two clinicians of different surnames, unless the organization houses people. A listed facility never is.
 */
export function isPrivateResidence({
  organizations,
  facilities,
  clinicians,
}: Omit<PlaceOccupants, 'isHome'>): boolean {
  if (facilities.length > 0) return false
  const practicing = clinicians.filter(({ who }) => isIndividualClinician(who))
  const registered = [...organizations, ...clinicians].map((record) => record.registered.address)
  const [hasOffice, hasApartment] = [registered.some(namesOffice), registered.some(isApartment)]
  const surnames = countSurnames(practicing)
  if (organizations.length > 0)
    return (
      hasApartment &&
      !hasOffice &&
      surnames < 2 &&
      !organizations.some(({ who }) => isResidentialFacility(who.taxonomyCodes))
    )
  if (registered.every(isMailAddress)) return true
  return practicing.length < 2 || (!hasOffice && (surnames < 2 || (hasApartment && practicing.length < 3)))
}

/** The name of a place without an organization and a list. */
export function nameByAddress(occupants: PlaceOccupants, address: Address): string | null {
  return mustUseTownName(occupants, address) ? townName(address) : addressName(address)
}

/**
 * Whether texts name only the town of a place without an organization (decision 27): for an apartment, a mailbox, or an address
 * that is only registered, unless it is a suite in a building without mailboxes.
 */
function mustUseTownName(occupants: PlaceOccupants, address: Address): boolean {
  const { organizations, facilities, hasMailboxes } = occupants
  if (organizations.length > 0 || facilities.length > 0) return false
  if (isApartment(address) || isMailAddress(address)) return true
  if (occupants.isHome && endsInBox(address)) return true
  return isOnlyRegistered(occupants, address) && (hasMailboxes || !isSuite(address))
}

/**
 * Whether there is no evidence of care at the address. Either all its organizations are named for care elsewhere, or its only
 * registrants are one clinician or a household who receive mail there, or who keep no office of their own and are alone in a
 * building without suites; it names no institution, and there is no observation at it.
 */
export function isOnlyRegistered(occupants: PlaceOccupants, address: Address): boolean {
  const { organizations, facilities, clinicians } = occupants
  if (facilities.length > 0) return false
  if (organizations.length > 0) return organizations.every(({ who }) => namesCareElsewhere(who.name, address))
  const isHomeWithoutOffice = occupants.isHouseholdBuilding && !namesOffice(address)
  return (
    clinicians.every(
      (record) =>
        isUnconfirmed(record) &&
        (record.who.mailsToPractice || (isHomeWithoutOffice && hasNoOwnOffice(record.who))),
    ) &&
    occupants.isHome &&
    institutionName(address) === null
  )
}

/** "Rivera Telehealth LLC", "Harbor Mobile Imaging", "Grace In-Home Care"; Mobile is also a city of Alabama. */
function namesCareElsewhere(name: string, { state }: Address): boolean {
  return careElsewhere.test(name) || (state !== 'AL' && /\bMOBILE\b/i.test(name))
}

const careElsewhere =
  /\b(?:TELE(?:HEALTH|MED|MEDICINE|MEDICAL|PSYCHIATRY|PSYCHOLOGY|THERAPY)|VIRTUAL|ONLINE|(?:IN|AT)[- ]HOME)\b/i

/**
 * Whether a household is alone in the building, only its registrations say that it is there, and the address names neither an office
 * nor an institution.
 */
export function isUnconfirmedHousehold(occupants: PlaceOccupants, address: Address): boolean {
  const { organizations, facilities, clinicians } = occupants
  return (
    occupants.isHouseholdBuilding &&
    organizations.length === 0 &&
    facilities.length === 0 &&
    !namesOffice(address) &&
    clinicians.every(isUnconfirmed) &&
    institutionName(address) === null
  )
}

/** Whether the address is a mailbox, or has a number without a designator, which is how mail shops number their boxes. */
export function hasMailbox({ registered: { address } }: AddressRecord): boolean {
  return matchesLine(numberWithoutDesignator, address) || isMailAddress(address)
}

const numberWithoutDesignator =
  /(?<!\b(?:STE|SUITE|UNIT|APT|RM|ROOM|FL|FLOOR|BLDG|BUILDING|OFC|OFFICE)\.? *)# ?\d{3}/i

/** `760 PLANTATION BLVD BOX 1043`: a mailbox for a clinician alone, else the mail code of a department. */
function endsInBox({ line_1, line_2 }: Address): boolean {
  return /(?<!\bP\.? ?O\.? ?)\bBOX #? ?\d{3,}$/i.test(line_2 ?? line_1 ?? '')
}

/** Floors, rooms and buildings do not count, because homes have them; five digits are more often a mailbox than a suite. */
function isSuite(address: Address): boolean {
  return matchesLine(suitePattern, address)
}

const suitePattern =
  /\b(?:STE|SUITE|OFC|OFFICE)\b\.? *#? ?(?:[A-Z]|(?:[A-Z]-?)?\d{1,4}(?:-?[A-Z])?)(?![\w-])/i

/** Whether only the registration says that the clinician is at the address. */
function isUnconfirmed({ who, primary, observed }: AddressRecord<ClinicianAtAddress>): boolean {
  return primary && who.confirmed !== true && observed.length === 0
}

/** Whether every code is of a profession that works at an employer or at patients' homes, not in an office of its own. */
function hasNoOwnOffice({ taxonomyCodes }: ClinicianAtAddress): boolean {
  return taxonomyCodes.length > 0 && taxonomyCodes.every((code) => codesWithoutOffice.test(code))
}

/**
 * NUCC codes, reviewed: behavior technicians, registered, practical and vocational nurses, psychiatric technicians, drivers,
 * community health workers, peer specialists, chore workers, companions, life skills trainers, care technicians and aides,
 * doulas, home care aides, homemakers, nursing assistants, students.
 */
const codesWithoutOffice = /^(?:106S|163W|164[WX]|167G|172[AV]|175T|372[56]|373H|374[7JU]|376[JK]|3902)/

/** Whether no organization, no listed facility and no second surname is registered in the building of `records`. */
export function isHouseholdBuilding(records: readonly AddressRecord[]): boolean {
  return records.every(isClinician) && countSurnames(records) < 2
}

function countSurnames(clinicians: readonly AddressRecord<ClinicianAtAddress>[]): number {
  return new Set(clinicians.map(({ who }) => foldName(who.last ?? who.display))).size
}

/** Words that homes do not have; an apartment may be `# 4` or `UNIT 4`. */
function namesOffice(address: Address): boolean {
  return matchesLine(officePattern, address)
}

const officePattern = /\b(?:STE|SUITE|OFC|OFFICE|FL|FLOOR|BLDG|BUILDING|RM|ROOM)\b/i

/** NUCC: hospitals and their units, nursing homes, residential treatment and care: by the primary code. */
function isResidentialFacility([primary = '']: readonly string[]): boolean {
  return /^(?:27|28|31|32)/.test(primary)
}
