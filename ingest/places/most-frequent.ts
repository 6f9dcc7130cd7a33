/** What most of those who share a place agree on. */
import type { Address } from '@careatlas/contract/cards'
import { compareText } from '../ordering.ts'
import type { AddressRecord } from './address-record.ts'

/** The phone that most register; null when none does. */
export function mostFrequentPhone(records: readonly AddressRecord[]): string | null {
  return mostFrequent(phonesOf(records))
}

/** The phone that all register who register one; null when they differ, and when none does. */
export function onlyPhone(records: readonly AddressRecord[]): string | null {
  const [phone, ...others] = new Set(phonesOf(records))
  return others.length === 0 ? (phone ?? null) : null
}

/** The one of `addresses` that is spelled as most of them are; there is at least one. */
export function mostFrequentSpelling(addresses: readonly Address[]): Address {
  const usual = mostFrequent(addresses.map(spelling))
  return addresses.find((address) => spelling(address) === usual)!
}

/** The address letter by letter, which two records of one place may write differently. */
export function spelling({ line_1, line_2, city, state, postal_code, country }: Address): string {
  return [line_1, line_2, city, state, postal_code, country].join('\t')
}

function phonesOf(records: readonly AddressRecord[]): readonly string[] {
  return records.flatMap(({ registered }) => registered.phone ?? [])
}

/** Ties go to the lowest. */
function mostFrequent(texts: readonly string[]): string | null {
  if (texts.length < 2) return texts[0] ?? null
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted(([a, some], [b, others]) => others - some || compareText(a, b))[0]![0]
}
