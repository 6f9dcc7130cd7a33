/** Which numbers of things a text may name: those that the lists of the card have. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { isInOurWords } from './founded-on-place.ts'
import { countInWords } from './grammar.ts'
import { specialtyNames } from './specialty-names.ts'

/** "one" to "twenty", and digits: "1,203". */
export const numberPattern = [
  ...Array.from({ length: 20 }, (_, at) => countInWords(at + 1)),
  '\\d[\\d,]*',
].join('|')

export interface FoundedCounts {
  /** Of "fourteen" and "clinicians", in lower case. */
  isFounded(number: string, noun: string): boolean
}

export function foundedCounts(card: ProviderCard | LocationCard): FoundedCounts {
  const isFounded = 'npi' in card ? countsOfClinician(card) : countsOfPlace(card)
  return { isFounded: (number, noun) => isFounded(countOf(number), noun) }
}

/** What is told as further than named, such as "two more places", is fewer than all. */
function countsOfClinician({ practice_locations: places, specialties }: ProviderCard) {
  return (count: number, noun: string): boolean => {
    if (noun.startsWith('more place')) return count < places.length
    if (noun.startsWith('more specialt')) return count < specialties.length
    return /^(?:address|place|office|location)/.test(noun) && count === places.length
  }
}

function countsOfPlace({ provider_count, providers }: LocationCard) {
  const byName = Map.groupBy(providers, ({ specialty }) => specialty?.toLowerCase())
  const exact = isInOurWords(providers)
  return (count: number, noun: string): boolean => {
    if (/^clinicians?$/.test(noun)) return count === provider_count
    if (/^others?$/.test(noun) || !exact) return count < provider_count
    return count === byName.get(specialtyNames().get(noun))?.length
  }
}

/** "Six", "14" */
export function isNumber(word: string): boolean {
  return numberAlone.test(word)
}

const numberAlone = new RegExp(`^(?:${numberPattern})$`, 'i')

/** "fourteen" → 14, "1,203" → 1203 */
function countOf(number: string): number {
  const spelled = Array.from({ length: 21 }, (_, at) => countInWords(at)).indexOf(number.toLowerCase())
  return spelled < 0 ? Number(number.replaceAll(',', '')) : spelled
}
