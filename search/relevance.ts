/** How well a document answers a question: the arithmetic that every engine shares. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'

/** What a question asks for, ready for an engine (see `query/understand.ts`). */
export interface TextQuery {
  /** How well the holders of a code answer, above 0 up to 1; a code that is absent does not. */
  readonly codes: ReadonlyMap<string, number>
  /** Direction of the question, as long as it is sure (at most 1), to compare with the prose of slices; null where meaning is not compared. */
  readonly vector: Float32Array | null
  /** Distinct index terms to be found in the texts of documents (see `terms.ts`). */
  readonly terms: readonly string[]
  /** The part of a score that terms make, unless no document at all holds one of them; meaning makes the rest. 0 to 1. */
  readonly termShare: number
  /** The score of who holds all terms, whatever they mean. 0 to 1. */
  readonly termsAlone: number
  readonly preferences: Preferences
}

/** What is done: the codes held, each with how much it counts, and what a source says in prose. */
export interface ClinicalSlice {
  readonly codes: readonly { readonly code: string; readonly weight: number }[]
  readonly prose: string
}

/**
 * Whether all codes are those of suppliers, drivers, contractors or organizations. Queries for clinicians do not match these
 * codes, and in distance order such persons come last.
 */
export function isNonClinician(codes: readonly string[]): boolean {
  return codes.length > 0 && codes.every((code) => nonClinicianCode.test(code) || isOrganizationCode(code))
}

/** NUCC: contractors, drivers. */
const nonClinicianCode = /^17(?:1W|2A)/

function isOrganizationCode(code: string): boolean {
  return taxonomyOf(code)?.kind === 'organization'
}

/** What is known of a clinician besides; nothing is known of a place. */
export interface Traits {
  readonly gender: 'F' | 'M' | 'X' | null
  /** BCP 47. */
  readonly languages: readonly string[]
  readonly telehealth: boolean
  readonly accepting: boolean
}

export interface Preferences {
  readonly gender: 'F' | 'M' | null
  readonly languages: readonly string[]
  readonly telehealth: boolean
  readonly accepting: boolean
}

export const noTraits: Traits = { gender: null, languages: [], telehealth: false, accepting: false }
export const noPreferences: Preferences = {
  gender: null,
  languages: [],
  telehealth: false,
  accepting: false,
}

/**
 * What is left of the meaning where a wish is not known to be met. Wishes weigh and never filter: that a source says
 * nothing of a language is no sign that it is not spoken.
 */
const unmetFactor = { language: 0.85, gender: 0.85, telehealth: 0.95, accepting: 0.95 } as const

/** The factor of a slice's meaning for somebody with these traits. */
export function traitFactor(wanted: Preferences, traits: Traits): number {
  const { languages, gender, telehealth, accepting } = wanted
  let factor = 1
  if (languages.length > 0 && !languages.some((tag) => traits.languages.includes(tag)))
    factor *= unmetFactor.language
  if (gender !== null && gender !== traits.gender) factor *= unmetFactor.gender
  if (telehealth && !traits.telehealth) factor *= unmetFactor.telehealth
  if (accepting && !traits.accepting) factor *= unmetFactor.accepting
  return factor
}

/** How much the likeness of a slice's prose to the question counts beside a code that answers it. */
export const proseWeight = 0.9

/** The score on the wire: four decimals, so that what reads equal ranks equal. `meaning` and `terms` are 0 to 1. */
export function relevanceScore(
  meaning: number,
  terms: number,
  { termShare, termsAlone }: Pick<TextQuery, 'termShare' | 'termsAlone'>,
): number {
  const mixed = (1 - termShare) * meaning + termShare * terms
  return Math.round(10_000 * Math.min(1, Math.max(mixed, termsAlone * terms))) / 10_000
}
