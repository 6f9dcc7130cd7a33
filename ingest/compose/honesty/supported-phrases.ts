/** Every phrase that the fields of a card bear out, as prose may put it. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { clinicianPhrases } from './clinician-phrases.ts'
import { placePhrases } from './place-phrases.ts'

export interface SupportedPhrases {
  /** Names and sentences that may hold any word: people, organizations, streets, schools, quotations. */
  readonly names: readonly string[]
  /** What the card's subject, or a clinician of its roster, is called. */
  readonly specialties: readonly string[]
  /** All else: languages, hours, years, and words that need a fact. */
  readonly others: readonly string[]
}

export function supportedPhrases(card: ProviderCard | LocationCard): SupportedPhrases {
  return 'npi' in card ? clinicianPhrases(card) : placePhrases(card)
}
