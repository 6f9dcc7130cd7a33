/** Every phrase that the fields of a card support, in the spellings of prose. */

export interface SupportedPhrases {
  /** Names and sentences that may contain any word: people, organizations, streets, schools, quotations. */
  readonly names: readonly string[]
  /** The specialties of the card's subject, or of the clinicians on its roster. */
  readonly specialties: readonly string[]
  /** All other phrases: languages, hours, years, and words that need a fact. */
  readonly others: readonly string[]
}
