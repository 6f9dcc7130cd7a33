/** One clinician or organization at one place of care. */
import type { PracticeLocation, Source } from '@careatlas/contract/cards'

export interface Practice {
  readonly npi: string
  /** The place on the card of this NPI. */
  readonly location: PracticeLocation
  /** "80 Seymour Street", "Hartford Family Health (80 Seymour Street)"; null for a home or a mailbox. */
  readonly spot: string | null
  /** True if there is no evidence of care at `spot`; texts then state that the clinician is registered there. */
  readonly onlyRegistered?: boolean
  /**
   * True if the NPI is alone in a building without suites, and only its registration has the address. Texts then call it the
   * practice address, and do not state that the clinician practices there.
   */
  readonly isAloneInBuilding?: boolean
  /** The facility lists that have the place or its point; undefined if none has. */
  readonly lists?: readonly Source[]
  /** The date of its `office_hours`; null without hours, or if their source has no date. */
  readonly hoursAsOf: string | null
}
