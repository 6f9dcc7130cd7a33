/** Sentences for an address whose ZIP code and state contradict each other: "The registered ZIP code is not in Tennessee." */
import type { LocationCard } from '@careatlas/contract/cards'
import { regionOf } from '@careatlas/directory/region'
import type { Sentence } from './fit-sentences.ts'
import { toSentence } from './grammar.ts'

type AddressWithConflict = Pick<LocationCard, 'address' | 'address_conflict'>

/** One sentence per state; `origin` is the word for the source of the address, "registered" or "listed". */
export function zipConflictSentences(
  places: readonly AddressWithConflict[],
  origin?: string,
): readonly Sentence[] {
  return zipConflictClauses(places, origin).map((text) => ({ text: toSentence(text), dropPriority: 1 }))
}

/** The same sentences without capital and period. */
export function zipConflictClauses(
  places: readonly AddressWithConflict[],
  origin = 'registered',
): readonly string[] {
  const clauses = places
    .filter(({ address_conflict }) => address_conflict !== null)
    .map(({ address }) => `${subjectOf(places.length, origin)} is not ${mismatchInWords(address)}`)
  return [...new Set(clauses)]
}

function subjectOf(places: number, origin: string): string {
  return places === 1 ? `the ${origin} ZIP code` : `one ${origin} ZIP code`
}

/** The only states without a region are those of military mail. */
function mismatchInWords(address: AddressWithConflict['address']): string {
  const region = regionOf(address)
  if (region === null) return 'one of military mail, as the state is'
  return `in ${takesArticle.test(region.name) ? 'the ' : ''}${region.name}`
}

const takesArticle = /^(?:District|Northern|U\.S\.)/
