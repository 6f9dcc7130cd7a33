/** One clinician or organization at one place of care. */
import type { PracticeLocation } from '@careatlas/contract/cards'

export interface Practice {
  readonly npi: string
  /** The place as the card of this NPI shows it. */
  readonly location: PracticeLocation
  /** When its `office_hours` were observed; null without hours, or when their source names no day. */
  readonly hoursAsOf: string | null
}
