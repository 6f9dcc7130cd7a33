/** The day on which a file first has an NPI at an address, so that later arrivals do not change the identifier of a place. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey } from '@careatlas/directory/address'
import type { Fact, SourcedFact, RegisteredAddress } from '../facts/facts.ts'

/**
 * The day of the oldest fact that states the address; `filed` are all facts of one NPI, including those that newer ones have
 * replaced. Empty for a file without a day, which counts as the oldest.
 */
export function firstStated(filed: readonly SourcedFact[]): (address: Address) => string {
  const stated = filed.flatMap(({ fact }) => {
    const practice = practiceOf(fact)
    return practice === null ? [] : [{ address: practice.address, day: fact.asOf ?? '' }]
  })
  const days = new Set(stated.map(({ day }) => day))
  const [only = ''] = days
  if (days.size < 2) return () => only
  const byKey = new Map<string, string>()
  for (const { address, day } of stated) {
    const key = addressKey(address)
    const known = byKey.get(key)
    if (known === undefined || day < known) byKey.set(key, day)
  }
  return (address) => byKey.get(addressKey(address)) ?? only
}

function practiceOf(fact: Fact): RegisteredAddress | null {
  return fact.kind === 'clinician' || fact.kind === 'organization' || fact.kind === 'secondary_location'
    ? fact.practice
    : null
}
