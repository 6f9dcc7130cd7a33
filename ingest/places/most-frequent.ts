/** The most frequent values among the records of a place. */
import type { Address } from '@careatlas/contract/cards'
import { compareText } from '../ordering.ts'
import type { AddressRecord } from './address-record.ts'

/** The telephone number of the most records; null if no record has one. */
export function findMostFrequentPhone(records: readonly AddressRecord[]): string | null {
  return findMostFrequentText(listPhones(records))
}

/** The only telephone number in the records; null if there are several or none. */
export function findOnlyPhone(records: readonly AddressRecord[]): string | null {
  const [phone, ...others] = new Set(listPhones(records))
  return others.length === 0 ? (phone ?? null) : null
}

/** The address with the most frequent spelling; `addresses` must not be empty. */
export function findMostFrequentSpelling(addresses: readonly Address[]): Address {
  const mostCommon = findMostFrequentText(addresses.map(spellingKey))
  return addresses.find((address) => spellingKey(address) === mostCommon)!
}

/** All cells of the address as written, to compare spellings. */
export function spellingKey({ line_1, line_2, city, state, postal_code, country }: Address): string {
  return [line_1, line_2, city, state, postal_code, country].join('\t')
}

function listPhones(records: readonly AddressRecord[]): readonly string[] {
  return records.flatMap(({ registered }) => registered.phone ?? [])
}

function findMostFrequentText(texts: readonly string[]): string | null {
  if (texts.length < 2) return texts[0] ?? null
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return findMostFrequent(counts)
}

/** The key with the highest count; of equal counts, the first key in sort order. `counts` must not be empty. */
export function findMostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].toSorted(([a, some], [b, others]) => others - some || compareText(a, b))[0]![0]
}
