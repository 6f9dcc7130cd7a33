/** The counts that a card supports: the lengths of its lists. */
import type { Affiliation, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { parseCount } from './number-words.ts'
import { usesTableNames } from './place-phrases.ts'
import { specialtyNames } from './specialty-names.ts'

/** Takes a number and a noun in lower case, such as "fourteen" and "clinicians". */
export type IsCountSupported = (number: string, noun: string) => boolean

export function supportedCounts(card: ProviderCard | LocationCard): IsCountSupported {
  const isSupported = 'npi' in card ? countsOfClinician(card) : countsOfPlace(card)
  return (number, noun) => isSupported(parseCount(number), noun)
}

/** A count of unnamed things, such as "two more places", must be less than the count of all. */
function countsOfClinician({ practice_locations: places, specialties, affiliations }: ProviderCard) {
  return (count: number, noun: string): boolean => {
    if (noun.startsWith('more place')) return count < places.length
    if (noun.startsWith('more specialt')) return count < specialties.length
    if (noun === 'other hospitals') return count < countOfKind(affiliations, 'hospital')
    if (noun === 'other group practices') return count < countOfKind(affiliations, 'group_practice')
    return /^(?:address|place|office|location)/.test(noun) && count === places.length
  }
}

function countOfKind(affiliations: readonly Affiliation[], kind: Affiliation['kind']): number {
  return affiliations.filter((affiliation) => affiliation.kind === kind).length
}

function countsOfPlace({ provider_count, providers }: LocationCard) {
  const byName = Map.groupBy(providers, ({ specialty }) => specialty?.toLowerCase())
  const isExact = usesTableNames(providers)
  return (count: number, noun: string): boolean => {
    if (/^clinicians?$/.test(noun)) return count === provider_count
    if (/^others?$/.test(noun) || !isExact) return count < provider_count
    return count === byName.get(specialtyNames().singularOf.get(noun) ?? noun)?.length
  }
}
