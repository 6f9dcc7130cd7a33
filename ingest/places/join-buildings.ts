/** Joins spellings of one house: their records get the same key. */
import { compareText } from '../ordering.ts'
import { byAge, byCommonness, HouseSpelling } from './house-spelling.ts'
import type { AddressRecord } from './address-record.ts'
import { areRemark, extraWords, forbidsJoin, sameHouse } from './same-house.ts'

/** The most spellings of one group that are compared; the most common ones come first. */
const comparedMax = 64

/**
 * The records of each house in one block, given by key; each record gets the key and unit of its house. `joined` is called
 * with every pair that is joined, and the reason.
 */
export function joinBuildings(
  byKey: ReadonlyMap<string, readonly AddressRecord[]>,
  joined?: (one: HouseSpelling, other: HouseSpelling, reason: string) => void,
): readonly (readonly AddressRecord[])[] {
  if (byKey.size === 1) return [...byKey.values()]
  const houses = new Map<string, readonly HouseSpelling[]>()
  const houseOf = (one: HouseSpelling): readonly HouseSpelling[] => houses.get(one.key) ?? [one]
  for (const [one, other, all] of candidates(byKey)) {
    const [here, there] = [houseOf(one), houseOf(other)]
    if (here === there) continue
    const reason = sameHouse(one, other, all)
    if (reason === null) continue
    const forbidden = here.some((a) => there.some((b) => !(a === one && b === other) && forbidsJoin(a, b)))
    if (forbidden) continue
    joined?.(one, other, reason)
    const both = [...here, ...there]
    for (const { key } of both) houses.set(key, both)
  }
  if (houses.size === 0) return [...byKey.values()]
  const single = [...byKey].filter(([key]) => !houses.has(key)).map(([, records]) => records)
  return [...single, ...Array.from(new Set(houses.values()), asOneHouse)]
}

/** Pairs with the same ZIP code, or the same number and first words of the street, in an order independent of the input. */
function* candidates(
  byKey: ReadonlyMap<string, readonly AddressRecord[]>,
): Generator<readonly [one: HouseSpelling, other: HouseSpelling, all: readonly HouseSpelling[]]> {
  const spellings = new Map<string, HouseSpelling>()
  const keys = [...byKey.keys()].toSorted(compareText)
  for (const group of [...groupsBy(keys, zipOf), ...groupsBy(keys, firstWordsOf)]) {
    for (const key of group)
      if (!spellings.has(key)) spellings.set(key, new HouseSpelling(key, byKey.get(key)!))
    const usualFirst = group
      .map((key) => spellings.get(key)!)
      .toSorted(byCommonness)
      .slice(0, comparedMax)
    for (const [at, other] of usualFirst.entries())
      for (const one of usualFirst.slice(0, at)) yield [one, other, usualFirst]
  }
}

function groupsBy(keys: readonly string[], of: (key: string) => string): readonly (readonly string[])[] {
  return [...Map.groupBy(keys, of).values()].filter(({ length }) => length > 1)
}

function zipOf(key: string): string {
  return key.slice(key.lastIndexOf('|') + 1)
}

/** `593 EDDY ST` of `RHODE ISLAND HOSPITAL 593 EDDY ST||RI|02903`. */
function firstWordsOf(key: string): string {
  return /(?:^| )(\d[^ ]* [^ |]+(?: [^ |]+)?)/.exec(key)?.[1] ?? key
}

/** Uses the earliest spelling without words beyond the street, so that later arrivals do not change it. */
function asOneHouse(spellings: readonly HouseSpelling[]): readonly AddressRecord[] {
  const ordered = spellings.toSorted(byAge)
  const plain = ordered.filter((one) => unitWords(one, ordered).length === 0 && one.parts.lead.length === 0)
  const first = plain.find((one) => shorterOf(one, ordered) === null) ?? plain[0] ?? ordered[0]!
  return ordered.flatMap((one) => {
    if (one === first) return one.records
    const words = unitWords(one, ordered)
    return one.records.map((record) => ({
      ...record,
      buildingKey: first.key,
      unitKey: unitKeyIn(first.key, record.unitKey, words),
      written: record.unitKey,
    }))
  })
}

/** The shortest spelling whose street this one repeats with further words. */
function shorterOf(one: HouseSpelling, spellings: readonly HouseSpelling[]): HouseSpelling | null {
  const shorter = spellings.filter(
    ({ parts }) => parts.core.length < one.parts.core.length && extraWords(parts, one.parts) !== null,
  )
  return shorter.toSorted((a, b) => a.parts.core.length - b.parts.core.length)[0] ?? null
}

/** Words of the line that name a part of the building: `SHS 100` in `4202 E FOWLER AVE SHS 100`. */
function unitWords(one: HouseSpelling, spellings: readonly HouseSpelling[]): readonly string[] {
  const shorter = shorterOf(one, spellings)
  const after = shorter === null ? [] : extraWords(shorter.parts, one.parts)!
  return [...(areRemark(one.parts.lead) ? [] : one.parts.lead), ...(areRemark(after) ? [] : after)]
}

/** The unit key in the house `key` with the unit of `unitKey` and the `words` of the line. */
function unitKeyIn(key: string, unitKey: string, words: readonly string[]): string {
  const unit = unitKey.split('|', 2)[1]!
  const bar = key.indexOf('|')
  const more =
    words.length === 0
      ? ''
      : words.length < 3 && /\d/.test(words.at(-1)!)
        ? `# ${words.join('')}`
        : words.join(' ')
  return `${key.slice(0, bar)}|${[more, unit].filter((text) => text !== '').join(' ')}${key.slice(bar)}`
}
