/** The months, and the years without a month, that a card supports: those of its dates. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { maxDate } from '../../ordering.ts'
import { monthInWords } from '../phrasing/grammar.ts'

/**
 * Whether a date on the card is in "March 2026", or is January 1 of "2026". If `observed`, the text dates hours or areas of focus,
 * which have no date on the card: any month up to that of the newest source is then supported.
 */
export function supportedMonths(
  card: ProviderCard | LocationCard,
): (month: string, observed: boolean) => boolean {
  const dates = datesOn(card).filter((date) => date !== null)
  const stated = new Set(dates.map(monthInWords))
  const newest = monthNumber(
    monthInWords(card.sources.map(({ as_of }) => as_of).reduce(maxDate, null) ?? '0000-01'),
  )
  return (month, observed) => stated.has(month) || (observed && monthNumber(month) <= newest)
}

function datesOn(card: ProviderCard | LocationCard): readonly (string | null)[] {
  const sources = card.sources.map(({ as_of }) => as_of)
  if (!('npi' in card)) return [...sources, card.emergency_services.as_of]
  const dated = [card.telehealth, card.medicare_assignment, ...card.affiliations, ...card.statements]
  return [
    ...sources,
    card.enumerated_on,
    card.updated_on,
    ...[...dated, ...card.carriers].map(({ as_of }) => as_of),
    ...card.practice_locations.map(({ accepting_new_patients }) => accepting_new_patients.as_of),
  ]
}

/** A number for comparison; January has number 0: "March 2026" → 202602, "2026" → 202600. */
function monthNumber(month: string): number {
  if (/^\d{4}$/.test(month)) return Number(month) * 100
  const date = new Date(`${month} 1 UTC`)
  return date.getUTCFullYear() * 100 + date.getUTCMonth()
}
