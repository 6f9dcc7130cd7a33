/** One clinician or organization at one place of care. */
import type { PracticeLocation, Source } from '@careatlas/contract/cards'

export interface Practice {
  readonly npi: string
  /** The place as the card of this NPI shows it. */
  readonly location: PracticeLocation
  /** "80 Seymour Street", "Hartford Family Health (80 Seymour Street)"; null for a home or a mailbox. */
  readonly spot: string | null
  /** True if there is no evidence of care at `spot`; texts then say that the clinician is registered there. */
  readonly onlyRegistered?: boolean
  /**
   * True if the NPI is alone in a house without suites and only its registration has the address; texts then call it the
   * practice address, and do not say that the clinician practices there.
   */
  readonly aloneInHouse?: boolean
  /** The lists of facilities that have the place, or its point; left out if none has. */
  readonly lists?: readonly Source[]
  /** When its `office_hours` were observed; null without hours, or when their source names no day. */
  readonly hoursAsOf: string | null
}
