/** Joins spellings of one unit in a house: `BLDG 27` and `# 27`, or a suite that some registrants leave out. */
import { unitPartsOf, type UnitParts } from '@careatlas/directory/unit-parts'
import { compareText } from '../ordering.ts'
import { compareArrival, firstToArrive, writtenKey } from './arrival.ts'
import { organizationNames, tollFree } from './house-spelling.ts'
import { isOrganization, type AddressRecord } from './address-record.ts'
import { callsItSuite } from './suite.ts'

/** The rows with one unit of the house; rows without a unit have an empty one. */
interface UnitGroup {
  readonly unit: string
  readonly parts: UnitParts
  readonly records: readonly AddressRecord[]
  /** The record of the NPI that arrived first. */
  readonly first: AddressRecord
  /** Telephone numbers and names of organizations. */
  readonly practices: ReadonlySet<string>
}

/** Only towers and campuses have more units; these stay as written. */
const comparedMax = 100

/** Gives the records of one unit the same unit; all `records` are of one house and have the key of that house. */
export function joinUnits(records: readonly AddressRecord[]): readonly AddressRecord[] {
  if (records.length === 1) return records
  const byUnit = Map.groupBy(records, ({ unitKey }) => unitKey)
  if (byUnit.size === 1 || byUnit.size > comparedMax) return records
  const units = oneOfEachUnit(Array.from(byUnit.values(), groupOf).toSorted(byAge))
  const groups = takenTogether(units, leftOutUnits(units))
  return groups.length === byUnit.size ? records : groups.flatMap(({ records: behind }) => behind)
}

/** Joins spellings of one unit under that of the NPI that arrived first, so that later arrivals do not change it. */
function oneOfEachUnit(groups: readonly UnitGroup[]): readonly UnitGroup[] {
  const pairs: (readonly [UnitGroup, UnitGroup])[] = []
  const taken = new Set<UnitGroup>()
  for (const [at, other] of groups.entries()) {
    const usual = groups.slice(0, at).find((one) => !taken.has(one) && areOneUnit(one, other, groups))
    if (usual === undefined) continue
    taken.add(other)
    pairs.push([other, usual])
  }
  return takenTogether(groups, pairs)
}

/** The groups, with the first of each pair merged into the second; each group is merged into at most one other. */
function takenTogether(
  groups: readonly UnitGroup[],
  pairs: readonly (readonly [from: UnitGroup, to: UnitGroup])[],
): readonly UnitGroup[] {
  if (pairs.length === 0) return groups
  const from = new Map(pairs)
  return groups
    .filter((one) => !from.has(one))
    .map((usual) => {
      const others = pairs.filter(([, to]) => to === usual).flatMap(([one]) => one.records)
      const { unitKey } = usual.records[0]!
      return others.length === 0
        ? usual
        : groupOf([...usual.records, ...others.map((one) => ({ ...one, unitKey, written: writtenKey(one) }))])
    })
}

/** Whether two units are the same: one number in different words, or with more detail. */
function areOneUnit(one: UnitGroup, other: UnitGroup, groups: readonly UnitGroup[]): boolean {
  if (one.unit === '' || other.unit === '') return false
  const [a, b] = [one.parts, other.parts]
  const evidence = shared(one, other).length > 0
  if (a.number !== null && a.number === b.number)
    return isSameNumber(a, b, evidence || (a.number.length > 1 && shareExchange(one, other)))
  if (!evidence) return false
  return haveCommonNumber(a, b) || (isLetterApart(a, b) && !hasRival(one, other, groups))
}

/** For two units with one number: whether the words around it are equivalent, or other evidence joins them. */
function isSameNumber(one: UnitParts, other: UnitParts, evidence: boolean): boolean {
  if (one.kind !== other.kind && !(isPlain(one.kind) && isPlain(other.kind)))
    return evidence && (one.number!.length > 1 || (isLevel(one.kind) && isLevel(other.kind)))
  if (one.rest === other.rest) return true
  const [less, more] = one.rest.length < other.rest.length ? [one, other] : [other, one]
  if (less.rest !== '') return false
  return evidence || (less.number!.length > 2 && /^(?:FL \S+|[A-Z ]+)$/.test(more.rest))
}

/** Whether two numbers that are not toll-free have the same area code and exchange. */
function shareExchange(one: UnitGroup, other: UnitGroup): boolean {
  const exchanges = new Set(Array.from(one.practices, exchangeOf))
  exchanges.delete(null)
  return [...other.practices].some((practice) => exchanges.has(exchangeOf(practice)))
}

function exchangeOf(practice: string): string | null {
  return /^\+1\d{10}$/.test(practice) && !tollFree.test(practice) ? practice.slice(0, -4) : null
}

/** A suite, a room or an office. */
function isPlain(kind: string): boolean {
  return kind === '#' || kind === 'RM' || kind === 'OFC'
}

/** A floor, which is sometimes written as an office: `OFC 5TH`. */
function isLevel(kind: string): boolean {
  return kind === 'FL' || kind === 'LVL' || kind === 'OFC'
}

/** Lists with a number in common: `101-104` and `102-104`, `101` and `101-104`. */
function haveCommonNumber(one: UnitParts, other: UnitParts): boolean {
  if (one.kind !== '#' || other.kind !== '#' || one.rest !== other.rest) return false
  if (!/^\d+(?:-\d+)*$/.test(one.number ?? '') || !/^\d+(?:-\d+)*$/.test(other.number ?? '')) return false
  const numbers = other.number!.split('-')
  return one.number!.split('-').some((number) => number.length > 1 && numbers.includes(number))
}

/** Numbers that differ by a letter: `4` and `4W`, `702` and `F702`. */
function isLetterApart(one: UnitParts, other: UnitParts): boolean {
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

/** Whether the house has `4E` beside `4` and `4W`. */
function hasRival(one: UnitGroup, other: UnitGroup, groups: readonly UnitGroup[]): boolean {
  const number = /\d+/.exec(one.parts.number!)![0]
  return groups.some(
    (third) => third !== one && third !== other && /\d+/.exec(third.parts.number ?? '')?.[0] === number,
  )
}

/** Joins the only unit of a house with the rows without a unit, and mailboxes within a hospital with the hospital. */
function leftOutUnits(groups: readonly UnitGroup[]): readonly (readonly [from: UnitGroup, to: UnitGroup])[] {
  const street = groups.find(({ unit }) => unit === '')
  if (street === undefined) return []
  const units = groups.filter((group) => group !== street && !isMailbox(group, street))
  const mailboxes = groups
    .filter((group) => isMailbox(group, street))
    .map((group) => [group, street] as const)
  const [only, another] = units
  const pair = only === undefined || another !== undefined ? null : leftOut(only, street)
  if (pair === null) return mailboxes
  return pair[0] === street ? [pair] : [...mailboxes, pair]
}

/**
 * Which of a unit and the rows without a unit (`street`) joins the other; null if neither does. They must have a telephone number
 * or a name in common, and the unit must not be an apartment or a `UNIT`.
 *
 * - The street joins the unit if the unit is called a suite and all rows of the street have something in common with it. If all
 *   rows of the unit do so as well, the unit must have arrived first, so that later arrivals change nothing; else it must have as
 *   many such rows as the street.
 * - Otherwise, the unit joins the street if all its rows, and most rows or all organizations of the street, have something in
 *   common.
 */
function leftOut(group: UnitGroup, street: UnitGroup): readonly [from: UnitGroup, to: UnitGroup] | null {
  const common = new Set(shared(group, street))
  if (common.size === 0 || group.records.some(namesHome)) return null
  const here = street.records.filter((one) => isOf(one, common))
  const there = group.records.filter((one) => isOf(one, common))
  const isWholeHouse = here.length === street.records.length
  const isWholeUnit = there.length === group.records.length
  const mayLead = isWholeUnit ? byAge(group, street) < 0 : there.length >= here.length
  if (isWholeHouse && mayLead && group.records.some(callsItSuite)) return [street, group]
  if (!isWholeUnit) return null
  const organizations = street.records.filter(isOrganization)
  const isTheirs = organizations.length > 0 && organizations.every((one) => isOf(one, common))
  return isTheirs || here.length * 2 > street.records.length ? [group, street] : null
}

/** `APT 4` and `UNIT 4` may be a home, or belong to another occupant. */
function namesHome({ registered: { address } }: AddressRecord): boolean {
  return home.test(address.line_1 ?? '') || home.test(address.line_2 ?? '')
}

const home = /\b(?:APT|APARTMENT|UNIT|LOT|TRLR|TRAILER)\b/

/** A mailbox within a hospital: `BOX 141`, if at least three rows have no unit. At a mail shop, all rows have units. */
function isMailbox({ unit }: UnitGroup, street: UnitGroup): boolean {
  return /^(?:CAMPUS )?BOX \S+$/.test(unit) && street.records.length > 2
}

/** Whether a row has one of the common numbers and names; a row without any does not contradict them. */
function isOf(record: AddressRecord, common: ReadonlySet<string>): boolean {
  const practices = practicesOf(record)
  return practices.length === 0 || practices.some((one) => common.has(one))
}

function groupOf(records: readonly AddressRecord[]): UnitGroup {
  const unit = records[0]!.unitKey.split('|', 2)[1]!
  return {
    unit,
    parts: unitPartsOf(unit),
    records,
    first: firstToArrive(records),
    practices: new Set(records.flatMap(practicesOf)),
  }
}

function practicesOf(record: AddressRecord): readonly string[] {
  const { phone } = record.registered
  const names = organizationNames(record)
  return phone === null ? names : [phone, ...names]
}

function shared(one: UnitGroup, other: UnitGroup): readonly string[] {
  return [...one.practices.intersection(other.practices)]
}

function byAge(one: UnitGroup, other: UnitGroup): number {
  return compareArrival(one.first, other.first) || compareText(one.unit, other.unit)
}
