/** Groups the records of one building by unit, although registrants often leave out the suite. */
import { unitOf } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import { foldName } from '@careatlas/directory/person-name'
import { unitDesignatorOf } from '@careatlas/directory/street-words'
import { haveSamePhone, matchesFacility } from './facility-match-rules.ts'
import { isClinician, isFacility, isOrganization, type AddressRecord } from './address-record.ts'
import { findSuite } from './suite.ts'

/**
 * The records at each unit of one building. An organization or a facility without a unit joins the unit where the same
 * organization is registered. A clinician without a unit joins the suite with the same telephone number, if the building has no
 * other unit. Joined records share a place of care, but each keeps its own address.
 */
export function groupByUnit(records: readonly AddressRecord[]): readonly (readonly AddressRecord[])[] {
  const byUnit = Map.groupBy(records, ({ unitKey }) => unitOf(unitKey))
  const withoutUnit = byUnit.get('')
  if (withoutUnit === undefined || byUnit.size === 1) return [...byUnit.values()]
  const withUnit = records.filter(({ unitKey }) => unitOf(unitKey) !== '')
  const findUnit = createUnitFinder(withoutUnit, withUnit)
  return [...Map.groupBy(records, (record) => unitOf(record.unitKey) || findUnit(record)).values()]
}

/** Finds the unit for a record without one; empty if there is none, or more than one. */
function createUnitFinder(
  withoutUnit: readonly AddressRecord[],
  withUnit: readonly AddressRecord[],
): (record: AddressRecord) => string {
  const organizations = withUnit.filter(hasUnit).filter(isOrganization)
  const findOrganizationUnit = (record: AddressRecord) =>
    record.who.kind === 'clinician'
      ? ''
      : findOnlyUnit(organizations.filter((other) => areSameOrganization(record, other)))
  const unmatched = withoutUnit.filter(
    (record) => !isClinician(record) && findOrganizationUnit(record) === '',
  )
  /** A clinician stays with an organization without a unit that has the same telephone number. */
  const organizationPhones = new Set([null, ...unmatched.map(({ registered }) => registered.phone)])
  const suite = findSuite(withUnit)
  const suitePhones =
    suite === null ? new Set<string | null>() : findPhonesMostlyInUnit(withoutUnit, withUnit)
  return (record) => {
    if (!isClinician(record)) return findOrganizationUnit(record)
    const { phone } = record.registered
    return suite !== null && !organizationPhones.has(phone) && suitePhones.has(phone) ? suite : ''
  }
}

/** Telephone numbers that are registered with the unit at least as often as without one, unlike the number of a switchboard. */
function findPhonesMostlyInUnit(
  withoutUnit: readonly AddressRecord[],
  withUnit: readonly AddressRecord[],
): ReadonlySet<string | null> {
  const [without, within] = [withoutUnit, withUnit].map((records) =>
    Map.groupBy(records, ({ registered }) => registered.phone),
  )
  const most = [...within!].filter(([phone, records]) => records.length >= (without!.get(phone)?.length ?? 0))
  return new Set(most.map(([phone]) => phone))
}

/** Whether the unit is only a suite, an apartment or a unit, written with that word: a bare `S5632` may be a mail code. */
function hasUnit({ unitKey, registered: { address } }: AddressRecord): boolean {
  const words = wordsOf(`${address.line_1} ${address.line_2}`)
  return /^# [^ ]+$/.test(unitOf(unitKey)) && words.some((word) => unitDesignatorOf.get(word) === '#')
}

function findOnlyUnit(records: readonly AddressRecord[]): string {
  const [unit = '', ...others] = new Set(records.map(({ unitKey }) => unitOf(unitKey)))
  return others.length === 0 ? unit : ''
}

/** An organization must share both the name and the telephone number, so that two occupants are not confused. */
function areSameOrganization(record: AddressRecord, organization: AddressRecord): boolean {
  if (!isOrganization(organization)) return false
  if (isFacility(record))
    return (
      matchesFacility(organization, record) &&
      (record.who.npi === organization.who.npi || haveSamePhone(record, organization))
    )
  return (
    isOrganization(record) &&
    haveSamePhone(record, organization) &&
    foldName(record.who.name) === foldName(organization.who.name)
  )
}
