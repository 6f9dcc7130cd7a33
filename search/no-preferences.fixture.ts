/** The preferences of a query that requests nothing besides the field. */
import type { Preferences } from './relevance.ts'

export const noPreferences: Preferences = {
  gender: null,
  languages: [],
  telehealth: false,
  accepting: false,
}
