/** Relevance of a document to a query: the arithmetic that all engines share. */
import type { FoldedName } from '@careatlas/directory/person-name'
import { taxonomyOf } from '@careatlas/directory/taxonomy'

/** A parsed query for an engine (see `query/parse-query.ts`). */
export interface TextQuery {
  /** The score of each matching code, above 0 up to 1; an absent code does not match. */
  readonly codes: ReadonlyMap<string, number>
  /**
   * The group of matching codes: that of their concept, or of the field that treats a range of ICD-10-CM. Groups compete for the first places (see `first-places.ts`); a code without
   * a group does not.
   */
  readonly groups: ReadonlyMap<string, number>
  /**
   * The query vector, scaled by the confidence (at most 1), to compare with the prose of slices; null without semantic
   * comparison.
   */
  readonly vector: Float32Array | null
  /** Distinct index terms to match in the text of documents (see `terms.ts`). */
  readonly terms: readonly string[]
  /** The weight of the lexical score, 0 to 1; the semantic score has the rest. Engines use 0 if no document contains a term. */
  readonly lexicalWeight: number
  /** The weight of the lexical score alone, 0 to 1: the score of a document with all terms is at least this. */
  readonly lexicalOnlyWeight: number
  readonly preferences: Preferences
  /** Null if the query names no clinician of the directory. */
  readonly person: NamedPerson | null
}

/**
 * The clinician that a query names. In a search with a position, all clinicians of this name who contain a term have the best lexical
 * score, so that the nearest one comes first, however long their texts are.
 */
export interface NamedPerson {
  readonly name: FoldedName
  /** Whether the query has "Dr" before the name and requests no field: physicians then come first. */
  readonly isDoctor: boolean
}

/** Clinical content of a document: its codes with their weights, and the prose of its sources. */
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

/** NUCC codes of contractors and drivers. */
const nonClinicianCode = /^17(?:1W|2A)/

function isOrganizationCode(code: string): boolean {
  return taxonomyOf(code)?.kind === 'organization'
}

/** Below 1, so that physicians come first; above the threshold for weak matches, so that all other clinicians of the name remain. */
const otherProfessionFactor = 0.85

/** NUCC codes of allopathic and osteopathic physicians. */
const physicianCode = /^20[2-9]/

/** The factor by which the profession changes the score of a clinician if the query has "Dr" before a name. */
export function professionFactor(person: NamedPerson | null, codes: readonly string[]): number {
  return person?.isDoctor !== true || codes.some((code) => physicianCode.test(code))
    ? 1
    : otherProfessionFactor
}

/** Known traits of a clinician; a place has none. */
export interface Traits {
  readonly gender: 'F' | 'M' | 'X' | null
  /** BCP 47. */
  readonly languages: readonly string[]
  readonly telehealth: boolean
  readonly accepting: boolean
}

/** What a query requests of the clinician besides the field. */
export interface Preferences {
  readonly gender: 'F' | 'M' | null
  /** BCP 47, each once, in the order named. */
  readonly languages: readonly string[]
  readonly telehealth: boolean
  /** Whether the clinician must accept new patients. */
  readonly accepting: boolean
}

export const noTraits: Traits = { gender: null, languages: [], telehealth: false, accepting: false }

/**
 * The factor for a preference that a clinician is not known to meet. Preferences never filter, because a missing trait is
 * unknown: a clinician may speak a language that no source lists.
 */
const unmetFactor = { language: 0.85, gender: 0.85, telehealth: 0.95, accepting: 0.95 } as const

/** The factor by which unmet preferences reduce the semantic score of a clinician with these traits. */
export function traitFactor(preferences: Preferences, traits: Traits): number {
  const { languages, gender, telehealth, accepting } = preferences
  let factor = 1
  if (languages.length > 0 && !languages.some((tag) => traits.languages.includes(tag)))
    factor *= unmetFactor.language
  if (gender !== null && gender !== traits.gender) factor *= unmetFactor.gender
  if (telehealth && !traits.telehealth) factor *= unmetFactor.telehealth
  if (accepting && !traits.accepting) factor *= unmetFactor.accepting
  return factor
}

/** Weight of the similarity between prose and query relative to a matching code. */
export const proseWeight = 0.9

/** The relevance of a hit, of two scores and a factor from 0 to 1: four decimals, so that equal scores rank equally. */
export function relevanceScore(
  semantic: number,
  lexical: number,
  { lexicalWeight, lexicalOnlyWeight }: Pick<TextQuery, 'lexicalWeight' | 'lexicalOnlyWeight'>,
  factor = 1,
): number {
  const mixed = (1 - lexicalWeight) * semantic + lexicalWeight * lexical
  return Math.round(10_000 * factor * Math.min(1, Math.max(mixed, lexicalOnlyWeight * lexical))) / 10_000
}
