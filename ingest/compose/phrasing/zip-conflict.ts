/** Sentences for an address whose ZIP code and state contradict each other: "The registered ZIP code is not in Tennessee." */
import type { LocationCard } from '@careatlas/contract/cards'
import { regionOf } from '@careatlas/directory/region'
import type { Sentence } from './fit-sentences.ts'
import { sentence } from './grammar.ts'

type PlacedAddress = Pick<LocationCard, 'address' | 'address_conflict'>

/** One sentence per state; `registered` says where the address is from, such as "listed". */
export function zipConflictSentences(
  places: readonly PlacedAddress[],
  registered?: string,
): readonly Sentence[] {
  return zipConflictClauses(places, registered).map((text) => ({ text: sentence(text), expendable: 1 }))
}

/** The same sentences without capital and period. */
export function zipConflictClauses(
  places: readonly PlacedAddress[],
  registered = 'registered',
): readonly string[] {
  const clauses = places
    .filter(({ address_conflict }) => address_conflict !== null)
    .map(({ address }) => `${subjectOf(places.length, registered)} is not ${whereOf(address)}`)
  return [...new Set(clauses)]
}

function subjectOf(places: number, registered: string): string {
  return places === 1 ? `the ${registered} ZIP code` : `one ${registered} ZIP code`
}

/** The only states without a region are those of military mail. */
function whereOf(address: PlacedAddress['address']): string {
  const region = regionOf(address)
  if (region === null) return 'one of military mail, as the state is'
  return `in ${withArticle.test(region.name) ? 'the ' : ''}${region.name}`
}

const withArticle = /^(?:District|Northern|U\.S\.)/
