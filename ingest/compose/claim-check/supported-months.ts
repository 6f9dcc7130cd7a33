/** The months, and the years without a month, that a card supports: those of its dates. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { maxDate } from '../../ordering.ts'
import { monthInWords } from '../phrasing/grammar.ts'

/**
 * Returns a function for "March 2026" or "2026". A month is supported if a date on the card is in it, a year if January 1 of it is
 * on the card. With `isObserved`, the text dates hours or areas of focus, which have no date on the card: every month up to that of
 * the newest source is then supported.
 */
export function supportedMonths(
  card: ProviderCard | LocationCard,
): (month: string, isObserved: boolean) => boolean {
  const dates = datesOn(card).filter((date) => date !== null)
  const stated = new Set(dates.map(monthInWords))
  const newest = monthNumber(
    monthInWords(card.sources.map(({ as_of }) => as_of).reduce(maxDate, null) ?? '0000-01'),
  )
  return (month, isObserved) => stated.has(month) || (isObserved && monthNumber(month) <= newest)
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

/** "March 2026" → 202602 (January is 00), "2026" → 202600; for comparisons. */
function monthNumber(month: string): number {
  if (/^\d{4}$/.test(month)) return Number(month) * 100
  const date = new Date(`${month} 1 UTC`)
  return date.getUTCFullYear() * 100 + date.getUTCMonth()
}
