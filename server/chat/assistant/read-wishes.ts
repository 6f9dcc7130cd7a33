/** Reads what a message wishes of the clinician, and how it describes the patient. */
import type { ConversationContext } from './conversation-context.ts'
import type { ParsedMessage } from './parse-message.ts'
import { isAboutLanguage } from './detect-requests.ts'

export interface Wishes {
  readonly gender: 'F' | 'M' | null
  /** BCP 47. */
  readonly languages: readonly string[]
  readonly telehealth: boolean
  readonly accepting: boolean
  readonly patient: ConversationContext['patient']
  /** The words of exclusions: "not a nurse practitioner". */
  readonly excluded: string
}

/** They are a part of the query. */
const languagesMax = 5

/**
 * @param hasNeed whether the message names a need. A gender alone ("a woman") is a wish only without one, because it may be that of the
 * patient.
 * @param exclusion the words of a message that only excludes a clinician
 */
export function readWishes(
  { parsed, requests }: ParsedMessage,
  hasNeed: boolean,
  exclusion: string | null,
): Wishes {
  const preferences = parsed.map(({ parts }) => parts.preferences)
  const bareGender = hasNeed ? null : requests.has('woman') ? 'F' : requests.has('man') ? 'M' : null
  // "En español, por favor" is about the answers.
  const languages = isAboutLanguage(requests) ? [] : preferences.flatMap((found) => found.languages)
  return {
    gender: preferences.find(({ gender }) => gender !== null)?.gender ?? bareGender,
    languages: [...new Set(languages)].slice(0, languagesMax),
    telehealth: preferences.some(({ telehealth }) => telehealth),
    accepting: preferences.some(({ accepting }) => accepting),
    patient: [
      ...(preferences.some(({ child }) => child) ? (['child'] as const) : []),
      ...(preferences.some(({ older }) => older) ? (['older adult'] as const) : []),
      ...(preferences.some(({ pregnant }) => pregnant) ? (['pregnant'] as const) : []),
    ],
    excluded: exclusion ?? parsed.flatMap(({ parts }) => parts.excludedWords).join(' '),
  }
}

/** Whether the message wishes anything of the clinician. */
export function hasWish({ gender, languages, telehealth, accepting, excluded }: Wishes): boolean {
  return gender !== null || languages.length > 0 || telehealth || accepting || excluded !== ''
}
