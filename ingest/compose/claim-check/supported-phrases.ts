/** Every phrase that the fields of a card support, in the spellings of prose. */

export interface SupportedPhrases {
  /** Names and sentences that may hold any word: people, organizations, streets, schools, quotations. */
  readonly names: readonly string[]
  /** What the card's subject, or a clinician of its roster, is called. */
  readonly specialties: readonly string[]
  /** All else: languages, hours, years, and words that need a fact. */
  readonly others: readonly string[]
}
