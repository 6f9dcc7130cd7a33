/** Finds the profession that a note requests by its letters beside a complaint or a field: "torticollis, PT", "ortho PA". */
import type { Concept } from '@careatlas/vocabulary/concept'
import { isClinician } from './care-words.ts'
import type { ExtractedQuery } from './extract-all.ts'
import { isShortName } from './named-specialties.ts'
import { areSentence } from './score-concepts.ts'
import { wordLists } from './word-lists.ts'

/** The beginnings of the NUCC codes of therapists and their clinics, whose letters request them beside anything. */
const therapists: ReadonlyMap<string, readonly string[]> = new Map([
  ['pt', ['2251', '261QP2000']],
  ['ot', ['225X']],
  ['slp', ['235Z', '261QH0700']],
])

/** The same for professions of every field, whose letters request them beside a field alone. */
const others: ReadonlyMap<string, readonly string[]> = new Map([
  ['np', ['363L']],
  ['aprn', ['363L']],
  ['pa', ['363A']],
  ['rn', ['163W']],
  ['nurse', ['163W', '363L', '364S']],
])

/** The same for places, whose letters request them as the first word: "SNF with trach", not "from SNF". */
const places: ReadonlyMap<string, readonly string[]> = new Map([
  ['snf', ['3140']],
  ['irf', ['283X', '273Y']],
  ['aru', ['283X', '273Y']],
  ['ltach', ['282E']],
  ['ltac', ['282E']],
  ['alf', ['3104', '3110', '3115']],
  ['asc', ['261QA1903X']],
])

const { 'after-patient': afterPatient } = wordLists('patient-abbreviation.txt', ['after-patient'])

/** "Pt with CKD", "pt ortho consult". */
const patient = new RegExp(
  String.raw`^\s*[Pp]t(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[Pp][Tt]['’]?\s*(?:${afterPatient.join('|')})(?![\p{L}\p{N}])`,
  'u',
)

/** The beginnings of the codes of the requested professions; empty if the query requests none, or names another clinician. */
export function findProfessions({
  queryText,
  corrected,
  words: { topics },
}: Pick<ExtractedQuery, 'queryText' | 'corrected' | 'words'>): readonly string[] {
  if (topics.length < 2 || areSentence(corrected)) return []
  const place = places.get(topics[0]!)
  if (place !== undefined && corrected[0] === topics[0] && !topics.some(isOtherField)) return place
  // "PA-C".
  const words = topics.filter((word) => word !== 'c' && !(word === 'pt' && patient.test(queryText)))
  const codes = words.flatMap(
    (word) => therapists.get(word) ?? (words.length === 2 ? others.get(word) : undefined) ?? [],
  )
  // "Home health RN and PT" requests more than one of them.
  const isOther = (word: string): boolean =>
    others.has(word) ? words.length > 2 : isClinician(word) && !therapists.has(word)
  return words.some(isOther) ? [] : codes
}

/** "SNF podiatrist" and "SNF psych" request a clinician. */
const isOtherField = (word: string): boolean => isClinician(word) || isShortName(word) || therapists.has(word)

/** The factor for the concepts of other professions. */
const otherProfessionFactor = 0.55

/** Lowers the concepts whose first code is not of the professions. */
export function preferProfessions(
  scores: Float32Array,
  concepts: readonly Concept[],
  professions: readonly string[],
): Float32Array {
  if (professions.length === 0) return scores
  return scores.map((score, index) => {
    const code = concepts[index]!.codes[0]?.code ?? ''
    return professions.some((beginning) => code.startsWith(beginning)) ? score : score * otherProfessionFactor
  })
}
