/** The day on which a file first has an NPI at an address, so that later arrivals do not change the identifier of a place. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey } from '@careatlas/directory/address'
import type { Fact, SourcedFact, RegisteredAddress } from '../facts/facts.ts'

/**
 * The day of the oldest fact that states the address; `sourcedFacts` are all facts of one NPI, including those that newer ones
 * have replaced. The day is empty for an undated file, which counts as the oldest.
 */
export function firstStated(sourcedFacts: readonly SourcedFact[]): (address: Address) => string {
  const stated = sourcedFacts.flatMap(({ fact }) => {
    const practice = getPractice(fact)
    return practice === null ? [] : [{ address: practice.address, day: fact.asOf ?? '' }]
  })
  const days = new Set(stated.map(({ day }) => day))
  const [firstDay = ''] = days
  if (days.size < 2) return () => firstDay
  const byKey = new Map<string, string>()
  for (const { address, day } of stated) {
    const key = addressKey(address)
    const known = byKey.get(key)
    if (known === undefined || day < known) byKey.set(key, day)
  }
  return (address) => byKey.get(addressKey(address)) ?? firstDay
}

function getPractice(fact: Fact): RegisteredAddress | null {
  return fact.kind === 'clinician' || fact.kind === 'organization' || fact.kind === 'secondary_location'
    ? fact.practice
    : null
}
