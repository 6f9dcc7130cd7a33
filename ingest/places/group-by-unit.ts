/** Groups the records of one house by unit, although registrants often leave out the suite. */
import { unitOf } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import { foldName } from '@careatlas/directory/person-name'
import { unitDesignatorOf } from '@careatlas/directory/street-words'
import { answerOneNumber, isHostOf } from './facility-host.ts'
import { isClinician, isFacility, isOrganization, type AddressRecord } from './address-record.ts'
import { suiteOf } from './suite.ts'

/**
 * The records at each unit of one house. An organization or a facility without a unit joins the unit where the same
 * organization is registered. A clinician without a unit joins the suite with the same telephone number, if the house has no
 * other unit. Joined records share a place of care, but each keeps its own address.
 */
export function groupByUnit(records: readonly AddressRecord[]): readonly (readonly AddressRecord[])[] {
  const byUnit = Map.groupBy(records, ({ unitKey }) => unitOf(unitKey))
  const onStreet = byUnit.get('')
  if (onStreet === undefined || byUnit.size === 1) return [...byUnit.values()]
  const inside = records.filter(({ unitKey }) => unitOf(unitKey) !== '')
  const unitBehind = unitFinder(onStreet, inside)
  return [...Map.groupBy(records, (one) => unitOf(one.unitKey) || unitBehind(one)).values()]
}

/** Finds the unit for a record without one; empty if there is none, or more than one. */
function unitFinder(
  onStreet: readonly AddressRecord[],
  inside: readonly AddressRecord[],
): (one: AddressRecord) => string {
  const organizations = inside.filter(hasUnit).filter(isOrganization)
  const unitOfOrganization = (one: AddressRecord) =>
    one.who.kind === 'clinician'
      ? ''
      : onlyUnit(organizations.filter((other) => areSameOrganization(one, other)))
  const staying = onStreet.filter((one) => !isClinician(one) && unitOfOrganization(one) === '')
  /** A clinician stays with an organization without a unit that has the same telephone number. */
  const answered = new Set([null, ...staying.map(({ registered }) => registered.phone)])
  const suite = suiteOf(inside)
  const numbers = suite === null ? new Set<string | null>() : numbersMostlyWithin(onStreet, inside)
  return (one) => {
    if (!isClinician(one)) return unitOfOrganization(one)
    const { phone } = one.registered
    return suite !== null && !answered.has(phone) && numbers.has(phone) ? suite : ''
  }
}

/** Telephone numbers that are registered with the unit at least as often as without one, unlike the number of a switchboard. */
function numbersMostlyWithin(
  onStreet: readonly AddressRecord[],
  inside: readonly AddressRecord[],
): ReadonlySet<string | null> {
  const [without, within] = [onStreet, inside].map((those) =>
    Map.groupBy(those, ({ registered }) => registered.phone),
  )
  const most = [...within!].filter(([phone, those]) => those.length >= (without!.get(phone)?.length ?? 0))
  return new Set(most.map(([phone]) => phone))
}

/** Whether the unit is only a suite, an apartment or a unit, written with that word: a bare `S5632` may be a mail code. */
function hasUnit({ unitKey, registered: { address } }: AddressRecord): boolean {
  const words = wordsOf(`${address.line_1} ${address.line_2}`)
  return /^# [^ ]+$/.test(unitOf(unitKey)) && words.some((word) => unitDesignatorOf.get(word) === '#')
}

function onlyUnit(records: readonly AddressRecord[]): string {
  const [unit = '', ...others] = new Set(records.map(({ unitKey }) => unitOf(unitKey)))
  return others.length === 0 ? unit : ''
}

/** An organization must share both the name and the telephone number, so that two occupants are not confused. */
function areSameOrganization(one: AddressRecord, organization: AddressRecord): boolean {
  if (!isOrganization(organization)) return false
  if (isFacility(one))
    return (
      isHostOf(organization, one) &&
      (one.who.npi === organization.who.npi || answerOneNumber(one, organization))
    )
  return (
    isOrganization(one) &&
    answerOneNumber(one, organization) &&
    foldName(one.who.name) === foldName(organization.who.name)
  )
}
