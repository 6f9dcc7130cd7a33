/** Checks the places on the card of a clinician against the practice addresses in the rows of the NPI. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { type AddressCells, readRegisteredAddress } from './address-cells.ts'
import {
  addressParts,
  isApartment,
  isSameBuilding,
  findMailbox,
  findNearestAddress,
  sharesNumber,
  dropOmittedParts,
} from './address-claims.ts'
import type { Place } from './cards.ts'
import { createAddressWords } from './cell-runs.ts'
import type { Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import { findFacilities, toNationalDigits } from './place-rows.ts'
import { checkAccepting, hasInterval, findObservationsAt } from './observed-claims.ts'
import { checkPlaceName } from './place-name-claims.ts'
import { checkPoint } from './point-claims.ts'
import { checkNumbers } from './registration-claims.ts'
import { hasProfession } from './remarks.ts'
import { designators, institutionWords, listTransformations, codesWithoutOffice } from './tables.ts'
import { splitWords } from './words.ts'

export function checkPlaces(
  card: ProviderCard,
  rows: NpiEvidence,
  places: ReadonlyMap<string, Place | null>,
  context: Context,
  report: CardReport,
): void {
  const addresses = rows.practiceAddresses()
  card.practice_locations.forEach((location, index) => {
    const field = `practice_locations[${index}]`
    const place = places.get(location.location_uuid) ?? null
    const { row, different } = findNearestAddress(location.address, addresses)
    const nearest = (): string => (row === null ? 'no row has an address' : String(row.row))
    const locationCheck = { location, place, rows, context, field, report, nearest }
    checkPlaceAddress(locationCheck, different)
    report.check(place !== null, `${field}.location_uuid`, 'no_such_place', location.location_uuid)
    if (place?.organization_npi != null && hasProfession(rows))
      report.check(place.roster.includes(card.npi), `${field}.location_uuid`, 'not_on_roster', place.name)
    report.check(location.active, `${field}.active`, 'active', location.active)
    checkPrimary(locationCheck)
    checkPhone(locationCheck)
    checkNumbers(location, rows, `${field}.`, report)
    checkPoint(location, () => listNearAddresses(location, addresses, context), context, report, field)
    checkPlaceName(location, place?.organization_npi ?? null, `${field}.name`, context, report)
    checkObservedAt(location, rows, field, report)
  })
}

type PracticeLocation = ProviderCard['practice_locations'][number]

/** One practice location with its evidence and the report for its faults. */
interface LocationCheck {
  readonly location: PracticeLocation
  readonly place: Place | null
  readonly rows: NpiEvidence
  readonly context: Context
  /** The path of the location in the card. */
  readonly field: string
  readonly report: CardReport
  /** Describes the nearest row, for findings. */
  readonly nearest: () => string
}

/** @param different the parts of the address that differ from the nearest row */
function checkPlaceAddress(
  { location: { address }, rows, field, report, nearest }: LocationCheck,
  different: ReturnType<typeof findNearestAddress>['different'],
): void {
  const older = findNearestAddress(address, rows.supersededAddresses())
  const isSuperseded = older.row !== null && older.different.length === 0
  for (const part of dropOmittedParts(address, different))
    report.check(
      false,
      `${field}.address.${part}`,
      isSuperseded ? 'superseded_address' : `address_${part}`,
      address[part],
      nearest,
    )
  report.statements += addressParts.length - different.length
}

/** Checks that the primary place is the practice address of the current registration. */
function checkPrimary({ location, rows, field, report, nearest }: LocationCheck): void {
  const { address, primary } = location
  const registered = rows.current === null ? [] : [readRegisteredAddress(rows.current, 'practice')]
  const { different } = findNearestAddress(address, registered)
  const isPrimary = dropOmittedParts(address, different).length === 0
  report.check(primary === isPrimary, `${field}.primary`, 'primary_place', primary, nearest)
}

/** Checks that the number is from the rows of the NPI, a facility list, an observation or the organization of the place. */
function checkPhone({ location, place, rows, context, field, report, nearest }: LocationCheck): void {
  const { address, phone } = location
  if (phone === null) return
  const phones = [
    ...rows.practiceAddresses().flatMap((cells) => cells.phones),
    ...findFacilities(location, context).flatMap((facility) => facility.address.phones),
    ...findObservationsAt(address, rows).flatMap(({ observed }) => observed.phones ?? []),
  ]
  const isKnown = phones.includes(toNationalDigits(phone)) || isPhoneOfOrganization(phone, place, context)
  report.check(isKnown, `${field}.phone`, 'phone', phone, nearest)
}

/** Checks the hours and the acceptance of new patients. */
function checkObservedAt(
  location: PracticeLocation,
  rows: NpiEvidence,
  field: string,
  report: CardReport,
): void {
  const observations = findObservationsAt(location.address, rows)
  for (const interval of location.office_hours)
    report.check(
      observations.some(({ observed }) => hasInterval(observed, interval)),
      `${field}.office_hours`,
      'hours',
      interval,
      () => JSON.stringify(observations.map(({ observed }) => observed.office_hours)),
    )
  checkAccepting(location.accepting_new_patients, observations, field, report)
}

/** The addresses of the NPI and of the clinicians on the roster, which may match a facility list that the card does not. */
function listNearAddresses(
  { location_uuid: uuid }: Pick<LocationCard, 'location_uuid'>,
  addresses: readonly AddressCells[],
  { cards, evidence }: Context,
): readonly AddressCells[] {
  const roster = cards.location(uuid)?.providers ?? []
  return [...addresses, ...roster.flatMap(({ npi }) => evidence.get(npi).practiceAddresses())]
}

function isPhoneOfOrganization(phone: string, place: Place | null, { evidence }: Context): boolean {
  if (place?.organization_npi == null) return false
  const phones = evidence
    .get(place.organization_npi)
    .practiceAddresses()
    .flatMap((address) => address.phones)
  return phones.includes(toNationalDigits(phone))
}

/**
 * The reason why a text must not call this address a practice: the text of its mailbox, or `home`; null if it may. An apartment
 * without an observation is a home. So is the address of a single clinician that is also the mailing address, or that has no
 * other registrant if the profession keeps no office; but not if it names an institution or is shared, or if a list or an
 * observation has it.
 */
export function findNonPracticeReason(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  rows: NpiEvidence,
  place: Pick<Place, 'organization_npi' | 'provider_count'> | null,
  context: Context,
): string | null {
  const { address } = located
  const mailbox = findMailbox(address)
  if (mailbox !== null) return mailbox
  if (isApartment(address) && findObservationsAt(address, rows).length === 0) return 'home'
  const mailing = rows.mailingAddress()
  if (mailing === null || place === null) return null
  const isSolo = place.organization_npi === null && place.provider_count <= 1
  if (!isSolo || findFacilities(located, context).some((facility) => sharesNumber(address, facility.address)))
    return null
  const isConfirmed =
    hasInstitutionName(address) ||
    isShared(address, rows, context) ||
    findObservationsAt(address, rows).length > 0 ||
    rows.practiceAddresses().some((cells) => cells.kind === 'clinicians' && isSameBuilding(address, cells))
  if (isConfirmed) return null
  const getsMail = findNearestAddress(address, [mailing]).different.length === 0
  return getsMail || (hasNoOwnOffice(rows) && isSoleOccupant(address, rows, context)) ? 'home' : null
}

/** Whether every code of the row is of a profession in the table of those that keep no office of their own. */
function hasNoOwnOffice(rows: NpiEvidence): boolean {
  const codes = rows.taxonomies()
  return (
    codes.length > 0 &&
    codes.every(({ code }) => codesWithoutOffice.some((prefix) => code.startsWith(prefix)))
  )
}

/**
 * Whether this is the registered practice address, without a word for an office, and no organization and no person with another
 * surname has an address with its number and ZIP code, whatever the spelling of the street: `5TH AVE` is `FIFTH AVENUE`.
 */
function isSoleOccupant(address: LocationCard['address'], rows: NpiEvidence, { evidence }: Context): boolean {
  if (rows.current === null || officePattern.test(`${address.line_1 ?? ''} ${address.line_2 ?? ''}`))
    return false
  if (findNearestAddress(address, [readRegisteredAddress(rows.current, 'practice')]).different.length > 0)
    return false
  return evidence
    .allNpisInBuilding(address)
    .filter((npi) => npi !== rows.npi)
    .map((npi) => evidence.get(npi))
    .filter((other) => other.current !== null && other.deactivatedOn === null)
    .every(
      (other) =>
        haveSameSurname([rows, other]) ||
        !other.practiceAddresses().some((cells) => isSameBuilding(address, cells)),
    )
}

const officePattern = /\b(?:STE|SUITE|OFC|OFFICE|FL|FLOOR|BLDG|BUILDING|RM|ROOM)\b/i

/**
 * The reason why a text must not name the street either; null if it may. A suite is a home only if its building has numbered
 * mailboxes.
 */
export function findHideStreetReason(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  rows: NpiEvidence,
  place: Pick<Place, 'organization_npi' | 'provider_count'> | null,
  context: Context,
): string | null {
  const reason = findNonPracticeReason(located, rows, place, context)
  const { address } = located
  if (reason !== 'home' || !suitePattern.test(`${address.line_1 ?? ''} ${address.line_2 ?? ''}`))
    return reason
  const { evidence } = context
  const others = evidence.npisInBuilding(address).map((npi) => evidence.get(npi))
  const hasMailboxes = [rows, ...others].some((occupant) =>
    occupant
      .practiceAddresses()
      .some((cells) => isSameBuilding(address, cells) && sharesStreet(address, cells) && hasMailbox(cells)),
  )
  return hasMailboxes ? reason : null
}

/** Whether the lines have a word in common that is neither a kind of street nor a unit: `ELM` of `12 ELM ST`. */
function sharesStreet({ line_1, line_2 }: LocationCard['address'], { line1, line2 }: AddressCells): boolean {
  const registeredWords = new Set(splitWords(`${line1 ?? ''} ${line2 ?? ''}`))
  return splitWords(`${line_1 ?? ''} ${line_2 ?? ''}`).some(
    (word) =>
      registeredWords.has(word) &&
      !/^\d*$|^#$/.test(word) &&
      !streetTypes.has(word) &&
      !designators.has(word),
  )
}

const suitePattern = /\b(?:STE|SUITE|OFC|OFFICE)\b[.# ]*(?:[A-Z]|(?:[A-Z]-?)?\d{1,4}(?:-?[A-Z])?)(?![\w-])/i

function hasMailbox({ line1, line2, postalCode }: AddressCells): boolean {
  return (
    findMailbox({ line_1: line1, line_2: line2, postal_code: postalCode }) !== null ||
    /^[^#]*\d[^#]*(?<!(?:STE|SUITE) *)# *\d{3}/.test(`${line1 ?? ''} ${line2 ?? ''}`)
  )
}

/** Whether another NPI in the building has the same telephone number, or the same lines with or without a unit after them. */
function isShared(address: LocationCard['address'], rows: NpiEvidence, { evidence }: Context): boolean {
  const phones = new Set(rows.practiceAddresses().flatMap((cells) => cells.phones))
  const line = joinWords(address.line_1, address.line_2)
  return evidence.npisInBuilding(address).some(
    (npi) =>
      npi !== rows.npi &&
      evidence
        .get(npi)
        .practiceAddresses()
        .some(
          (cells) =>
            isSameBuilding(address, cells) &&
            (cells.phones.some((phone) => phones.has(phone)) ||
              joinWords(cells.line1, cells.line2).startsWith(line)),
        ),
  )
}

export function haveSameSurname(roster: readonly NpiEvidence[]): boolean {
  const surnames = roster.map(({ current }) => current?.get('provider last name (legal name)'))
  return new Set(surnames).size === 1
}

/** The words of both lines, each followed by a space, so that `startsWith` compares whole words. */
function joinWords(line1: string | null, line2: string | null): string {
  return splitWords(`${line1 ?? ''} ${line2 ?? ''}`)
    .map((word) => `${word} `)
    .join('')
}

/** Whether the address names an institution: `ELM HOSPITAL 3500 ELM RD`, but not `3500 HOSPITAL RD`. */
function hasInstitutionName({ line_1, line_2 }: LocationCard['address']): boolean {
  return [line_1, line_2].some((line) => {
    const words = splitWords(line ?? '')
    return words.some((word, index) => institutionWords.has(word) && !streetTypes.has(words[index + 1] ?? ''))
  })
}

const streetTypes = new Set(listTransformations('street').flat())

/** Checks that the text does not name the house number and street of a home or a mailbox. */
export function checkHiddenStreet(
  address: LocationCard['address'],
  field: string,
  text: string,
  reason: string | null,
  report: CardReport,
): void {
  if (reason === null) return
  const words = splitWords(text).join(' ')
  const isStreetShown = createAddressWords([address.line_1, address.line_2], []).some(({ spellings }) =>
    spellings.some((_, index) => {
      const next = spellings[index + 1]
      return (
        next !== undefined &&
        [...spellings[index]!].some(
          (word) => /\d/.test(word) && [...next].some((other) => containsPair(words, word, other)),
        )
      )
    }),
  )
  report.check(!isStreetShown, field, 'street_of_home_or_mailbox', reason)
}

function containsPair(words: string, first: string, second: string): boolean {
  return ` ${words} `.includes(` ${first} ${second} `)
}
