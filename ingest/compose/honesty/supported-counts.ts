/** Which numbers of things a text may name: those that the lists of the card have. */
import type { Affiliation, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { countOf } from './number-words.ts'
import { isInOurWords } from './place-phrases.ts'
import { specialtyNames } from './specialty-names.ts'

export interface SupportedCounts {
  /** Of "fourteen" and "clinicians", in lower case. */
  isSupported(number: string, noun: string): boolean
}

export function supportedCounts(card: ProviderCard | LocationCard): SupportedCounts {
  const isSupported = 'npi' in card ? countsOfClinician(card) : countsOfPlace(card)
  return { isSupported: (number, noun) => isSupported(countOf(number), noun) }
}

/** A count of what is not named, such as "two more places", is fewer than all. */
function countsOfClinician({ practice_locations: places, specialties, affiliations }: ProviderCard) {
  return (count: number, noun: string): boolean => {
    if (noun.startsWith('more place')) return count < places.length
    if (noun.startsWith('more specialt')) return count < specialties.length
    if (noun === 'other hospitals') return count < ofKind(affiliations, 'hospital')
    if (noun === 'other group practices') return count < ofKind(affiliations, 'group_practice')
    return /^(?:address|place|office|location)/.test(noun) && count === places.length
  }
}

function ofKind(affiliations: readonly Affiliation[], kind: Affiliation['kind']): number {
  return affiliations.filter((affiliation) => affiliation.kind === kind).length
}

function countsOfPlace({ provider_count, providers }: LocationCard) {
  const byName = Map.groupBy(providers, ({ specialty }) => specialty?.toLowerCase())
  const exact = isInOurWords(providers)
  return (count: number, noun: string): boolean => {
    if (/^clinicians?$/.test(noun)) return count === provider_count
    if (/^others?$/.test(noun) || !exact) return count < provider_count
    return count === byName.get(specialtyNames().singularOf.get(noun) ?? noun)?.length
  }
}
