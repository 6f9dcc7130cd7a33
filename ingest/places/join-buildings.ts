/** Joins the spellings of a building: their records get the same key. */
import { compareText } from '../ordering.ts'
import { byArrival, byFrequency, BuildingSpelling } from './building-spelling.ts'
import type { AddressRecord } from './address-record.ts'
import { isUnimportantRemark, findExtraWords, forbidsJoin, matchSpellings } from './match-spellings.ts'

/** The maximum number of spellings of a group that are compared, the most frequent first. */
const comparedMax = 64

/**
 * Returns the records of each building in one block; each record gets the key and unit of its building. `onJoin` is called with
 * each pair of joined spellings and the reason.
 */
export function joinBuildings(
  byKey: ReadonlyMap<string, readonly AddressRecord[]>,
  onJoin?: (one: BuildingSpelling, other: BuildingSpelling, reason: string) => void,
): readonly (readonly AddressRecord[])[] {
  if (byKey.size === 1) return [...byKey.values()]
  const buildings = new Map<string, readonly BuildingSpelling[]>()
  const getBuilding = (spelling: BuildingSpelling): readonly BuildingSpelling[] =>
    buildings.get(spelling.key) ?? [spelling]
  for (const [one, other, all] of candidatePairs(byKey)) {
    const [building, otherBuilding] = [getBuilding(one), getBuilding(other)]
    if (building === otherBuilding) continue
    const reason = matchSpellings(one, other, all)
    if (reason === null) continue
    const isForbidden = building.some((a) =>
      otherBuilding.some((b) => !(a === one && b === other) && forbidsJoin(a, b)),
    )
    if (isForbidden) continue
    onJoin?.(one, other, reason)
    const joined = [...building, ...otherBuilding]
    for (const { key } of joined) buildings.set(key, joined)
  }
  if (buildings.size === 0) return [...byKey.values()]
  const unjoined = [...byKey].filter(([key]) => !buildings.has(key)).map(([, records]) => records)
  return [...unjoined, ...Array.from(new Set(buildings.values()), unifyKeys)]
}

/**
 * The pairs with one ZIP code, or with one number and the same first words of the street, in an order that does not depend on the
 * input.
 */
function* candidatePairs(
  byKey: ReadonlyMap<string, readonly AddressRecord[]>,
): Generator<readonly [one: BuildingSpelling, other: BuildingSpelling, all: readonly BuildingSpelling[]]> {
  const spellings = new Map<string, BuildingSpelling>()
  const keys = [...byKey.keys()].toSorted(compareText)
  for (const group of [...groupKeys(keys, getZip), ...groupKeys(keys, getFirstWords)]) {
    for (const key of group)
      if (!spellings.has(key)) spellings.set(key, new BuildingSpelling(key, byKey.get(key)!))
    const mostFrequent = group
      .map((key) => spellings.get(key)!)
      .toSorted(byFrequency)
      .slice(0, comparedMax)
    for (const [index, other] of mostFrequent.entries())
      for (const one of mostFrequent.slice(0, index)) yield [one, other, mostFrequent]
  }
}

function groupKeys(keys: readonly string[], getKey: (key: string) => string): readonly (readonly string[])[] {
  return [...Map.groupBy(keys, getKey).values()].filter(({ length }) => length > 1)
}

function getZip(key: string): string {
  return key.slice(key.lastIndexOf('|') + 1)
}

/** `593 EDDY ST` of `RHODE ISLAND HOSPITAL 593 EDDY ST||RI|02903`. */
function getFirstWords(key: string): string {
  return /(?:^| )(\d[^ ]* [^ |]+(?: [^ |]+)?)/.exec(key)?.[1] ?? key
}

/** The records with the key of the earliest spelling without words beyond the street, which later arrivals do not change. */
function unifyKeys(spellings: readonly BuildingSpelling[]): readonly AddressRecord[] {
  const ordered = spellings.toSorted(byArrival)
  const plain = ordered.filter(
    (spelling) => findUnitWords(spelling, ordered).length === 0 && spelling.parts.lead.length === 0,
  )
  const first = plain.find((spelling) => findShorter(spelling, ordered) === null) ?? plain[0] ?? ordered[0]!
  return ordered.flatMap((spelling) => {
    if (spelling === first) return spelling.records
    const words = findUnitWords(spelling, ordered)
    return spelling.records.map((record) => ({
      ...record,
      buildingKey: first.key,
      unitKey: composeUnitKey(first.key, record.unitKey, words),
      originalUnitKey: record.unitKey,
    }))
  })
}

/** The shortest spelling that this one extends with further words after the street; null if there is none. */
function findShorter(
  spelling: BuildingSpelling,
  spellings: readonly BuildingSpelling[],
): BuildingSpelling | null {
  const shorter = spellings.filter(
    ({ parts }) =>
      parts.core.length < spelling.parts.core.length && findExtraWords(parts, spelling.parts) !== null,
  )
  return shorter.toSorted((a, b) => a.parts.core.length - b.parts.core.length)[0] ?? null
}

/** Words of the line that name a part of the building: `SHS 100` in `4202 E FOWLER AVE SHS 100`. */
function findUnitWords(
  spelling: BuildingSpelling,
  spellings: readonly BuildingSpelling[],
): readonly string[] {
  const shorter = findShorter(spelling, spellings)
  const after = shorter === null ? [] : findExtraWords(shorter.parts, spelling.parts)!
  return [
    ...(isUnimportantRemark(spelling.parts.lead) ? [] : spelling.parts.lead),
    ...(isUnimportantRemark(after) ? [] : after),
  ]
}

/** The unit key in the building `key` with the unit of `unitKey` and the `words` of the line. */
function composeUnitKey(key: string, unitKey: string, words: readonly string[]): string {
  const unit = unitKey.split('|', 2)[1]!
  const separator = key.indexOf('|')
  const addedUnit =
    words.length === 0
      ? ''
      : words.length < 3 && /\d/.test(words.at(-1)!)
        ? `# ${words.join('')}`
        : words.join(' ')
  return `${key.slice(0, separator)}|${[addedUnit, unit].filter((text) => text !== '').join(' ')}${key.slice(separator)}`
}
