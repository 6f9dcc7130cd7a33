/** Joins spellings of one unit in a building: `BLDG 27` and `# 27`, or a suite that some registrants leave out. */
import { splitUnit, type UnitParts } from '@careatlas/directory/unit-parts'
import { matchesLine } from '../facts/address-lines.ts'
import { isApartment } from '../facts/apartment-address.ts'
import { compareText } from '../ordering.ts'
import { compareArrival, findFirstArrival, getOriginalUnitKey } from './arrival.ts'
import { listOrganizationNames, tollFree } from './building-spelling.ts'
import { isOrganization, type AddressRecord } from './address-record.ts'
import { callsItSuite } from './suite.ts'

/** The records of one unit of the building; `unit` is empty for the records without one. */
interface UnitGroup {
  readonly unit: string
  readonly parts: UnitParts
  readonly records: readonly AddressRecord[]
  /** The record of the NPI that arrived first. */
  readonly first: AddressRecord
  /** The telephone numbers and organization names of the records. */
  readonly practiceKeys: ReadonlySet<string>
}

/** Only towers and campuses have more units; their units are not joined. */
const comparedMax = 100

/** Returns the records with one `unitKey` for all spellings of a unit; all `records` have the key of one building. */
export function joinUnits(records: readonly AddressRecord[]): readonly AddressRecord[] {
  if (records.length === 1) return records
  const byUnit = Map.groupBy(records, ({ unitKey }) => unitKey)
  if (byUnit.size === 1 || byUnit.size > comparedMax) return records
  const units = mergeSpellings(Array.from(byUnit.values(), createGroup).toSorted(byArrival))
  const groups = mergePairs(units, findOmittedUnits(units))
  return groups.length === byUnit.size ? records : groups.flatMap((group) => group.records)
}

/** Merges the spellings of each unit into the spelling of the NPI that arrived first, which later arrivals do not change. */
function mergeSpellings(groups: readonly UnitGroup[]): readonly UnitGroup[] {
  const pairs: (readonly [UnitGroup, UnitGroup])[] = []
  const merged = new Set<UnitGroup>()
  for (const [index, other] of groups.entries()) {
    const target = groups
      .slice(0, index)
      .find((group) => !merged.has(group) && areSameUnit(group, other, groups))
    if (target === undefined) continue
    merged.add(other)
    pairs.push([other, target])
  }
  return mergePairs(groups, pairs)
}

/** The groups, with the first of each pair merged into the second; each group is merged into at most one other. */
function mergePairs(
  groups: readonly UnitGroup[],
  pairs: readonly (readonly [from: UnitGroup, to: UnitGroup])[],
): readonly UnitGroup[] {
  if (pairs.length === 0) return groups
  const targets = new Map(pairs)
  return groups
    .filter((group) => !targets.has(group))
    .map((target) => {
      const others = pairs.filter(([, to]) => to === target).flatMap(([source]) => source.records)
      const { unitKey } = target.records[0]!
      return others.length === 0
        ? target
        : createGroup([
            ...target.records,
            ...others.map((record) => ({ ...record, unitKey, originalUnitKey: getOriginalUnitKey(record) })),
          ])
    })
}

/** Whether two spellings are one unit: one number with different words, or with more detail. */
function areSameUnit(one: UnitGroup, other: UnitGroup, groups: readonly UnitGroup[]): boolean {
  if (one.unit === '' || other.unit === '') return false
  const [a, b] = [one.parts, other.parts]
  const evidence = findSharedKeys(one, other).length > 0
  if (a.number !== null && a.number === b.number)
    return haveSameNumber(a, b, evidence || (a.number.length > 1 && haveCommonExchange(one, other)))
  if (!evidence) return false
  return haveCommonNumber(a, b) || (differByLetter(a, b) && !hasSimilarUnit(one, other, groups))
}

/** For two units with one number: whether the words around it are equivalent, or other evidence shows that they are one unit. */
function haveSameNumber(one: UnitParts, other: UnitParts, evidence: boolean): boolean {
  if (one.kind !== other.kind && !(isOfficeKind(one.kind) && isOfficeKind(other.kind)))
    return evidence && (one.number!.length > 1 || (isFloorKind(one.kind) && isFloorKind(other.kind)))
  if (one.rest === other.rest) return true
  const [less, more] = one.rest.length < other.rest.length ? [one, other] : [other, one]
  if (less.rest !== '') return false
  return evidence || (less.number!.length > 2 && /^(?:FL \S+|[A-Z ]+)$/.test(more.rest))
}

/** Whether two numbers that are not toll-free have the same area code and exchange. */
function haveCommonExchange(one: UnitGroup, other: UnitGroup): boolean {
  const exchanges = new Set(Array.from(one.practiceKeys, getExchange))
  exchanges.delete(null)
  return [...other.practiceKeys].some((key) => exchanges.has(getExchange(key)))
}

function getExchange(key: string): string | null {
  return /^\+1\d{10}$/.test(key) && !tollFree.test(key) ? key.slice(0, -4) : null
}

/** A suite, a room or an office. */
function isOfficeKind(kind: string): boolean {
  return kind === '#' || kind === 'RM' || kind === 'OFC'
}

/** A floor, which is sometimes written as an office: `OFC 5TH`. */
function isFloorKind(kind: string): boolean {
  return kind === 'FL' || kind === 'LVL' || kind === 'OFC'
}

/** Whether two lists of numbers have a number in common: `101-104` and `102-104`, `101` and `101-104`. */
function haveCommonNumber(one: UnitParts, other: UnitParts): boolean {
  if (one.kind !== '#' || other.kind !== '#' || one.rest !== other.rest) return false
  if (!/^\d+(?:-\d+)*$/.test(one.number ?? '') || !/^\d+(?:-\d+)*$/.test(other.number ?? '')) return false
  const numbers = other.number!.split('-')
  return one.number!.split('-').some((number) => number.length > 1 && numbers.includes(number))
}

/** Whether two numbers differ by a letter: `4` and `4W`, `702` and `F702`. */
function differByLetter(one: UnitParts, other: UnitParts): boolean {
  if (one.number === null || other.number === null || one.kind !== other.kind || one.rest !== other.rest)
    return false
  const [short, long] =
    one.number.length < other.number.length ? [one.number, other.number] : [other.number, one.number]
  if (!/^\d+$/.test(short)) return false
  return (
    (/^[NSEW]$/.test(long.replace(short, '')) && long.startsWith(short)) ||
    (short.length > 2 && long === `${long[0]}${short}`)
  )
}

/** Whether another unit has the number, as `4E` beside `4` and `4W`. */
function hasSimilarUnit(one: UnitGroup, other: UnitGroup, groups: readonly UnitGroup[]): boolean {
  const number = /\d+/.exec(one.parts.number!)![0]
  return groups.some(
    (third) => third !== one && third !== other && /\d+/.exec(third.parts.number ?? '')?.[0] === number,
  )
}

/** Pairs the only unit of a building with the rows without a unit, and the mailboxes of a hospital with the hospital. */
function findOmittedUnits(
  groups: readonly UnitGroup[],
): readonly (readonly [from: UnitGroup, to: UnitGroup])[] {
  const street = groups.find(({ unit }) => unit === '')
  if (street === undefined) return []
  const units = groups.filter((group) => group !== street && !isMailbox(group, street))
  const mailboxes = groups
    .filter((group) => isMailbox(group, street))
    .map((group) => [group, street] as const)
  const [only, another] = units
  const pair = only === undefined || another !== undefined ? null : pairOmittedUnit(only, street)
  if (pair === null) return mailboxes
  return pair[0] === street ? [pair] : [...mailboxes, pair]
}

/**
 * Decides whether a unit (`group`) joins the rows without a unit (`street`), or the other way; null if neither does. They must
 * have a telephone number or a name in common, and the unit must not be an apartment or a `UNIT`.
 *
 * - The street joins the unit if the unit is called a suite and all rows of the street have something in common with it. If all
 *   rows of the unit do as well, the unit must have arrived first, so that later arrivals change nothing; else it must have at
 *   least as many such rows as the street.
 * - Otherwise, the unit joins the street if all its rows, and most rows or all organizations of the street, have something in
 *   common.
 */
function pairOmittedUnit(
  group: UnitGroup,
  street: UnitGroup,
): readonly [from: UnitGroup, to: UnitGroup] | null {
  const common = new Set(findSharedKeys(group, street))
  if (common.size === 0 || group.records.some(namesApartment)) return null
  const streetMatches = street.records.filter((record) => hasCommonKey(record, common))
  const unitMatches = group.records.filter((record) => hasCommonKey(record, common))
  const matchesWholeStreet = streetMatches.length === street.records.length
  const matchesWholeUnit = unitMatches.length === group.records.length
  const mayUnitPrevail = matchesWholeUnit
    ? byArrival(group, street) < 0
    : unitMatches.length >= streetMatches.length
  if (matchesWholeStreet && mayUnitPrevail && group.records.some(callsItSuite)) return [street, group]
  if (!matchesWholeUnit) return null
  const organizations = street.records.filter(isOrganization)
  const matchesAllOrganizations =
    organizations.length > 0 && organizations.every((record) => hasCommonKey(record, common))
  return matchesAllOrganizations || streetMatches.length * 2 > street.records.length ? [group, street] : null
}

/** Whether the address names an apartment or a `UNIT`, which may be a home or belong to another occupant. */
function namesApartment({ registered: { address } }: AddressRecord): boolean {
  return isApartment(address) || matchesLine(/\bUNIT\b/i, address)
}

/**
 * Whether the unit is a mailbox of a hospital: `BOX 141`, if at least three rows have no unit. At a mail shop, all rows have one.
 */
function isMailbox({ unit }: UnitGroup, street: UnitGroup): boolean {
  return /^(?:CAMPUS )?BOX \S+$/.test(unit) && street.records.length > 2
}

/** Whether a row has one of the common numbers and names; true for a row without any, which does not contradict them. */
function hasCommonKey(record: AddressRecord, common: ReadonlySet<string>): boolean {
  const practiceKeys = listPracticeKeys(record)
  return practiceKeys.length === 0 || practiceKeys.some((key) => common.has(key))
}

function createGroup(records: readonly AddressRecord[]): UnitGroup {
  const unit = records[0]!.unitKey.split('|', 2)[1]!
  return {
    unit,
    parts: splitUnit(unit),
    records,
    first: findFirstArrival(records),
    practiceKeys: new Set(records.flatMap(listPracticeKeys)),
  }
}

function listPracticeKeys(record: AddressRecord): readonly string[] {
  const { phone } = record.registered
  const names = listOrganizationNames(record)
  return phone === null ? names : [phone, ...names]
}

function findSharedKeys(one: UnitGroup, other: UnitGroup): readonly string[] {
  return [...one.practiceKeys.intersection(other.practiceKeys)]
}

function byArrival(one: UnitGroup, other: UnitGroup): number {
  return compareArrival(one.first, other.first) || compareText(one.unit, other.unit)
}
