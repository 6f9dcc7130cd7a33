/** A clinician's biography: who this is, where and when, in which language, and what people come for. */
import type { Education, ProviderCard } from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { Observation } from '../facts.ts'
import type { Practice } from '../practice.ts'
import { educationInWords, midSentence } from './education.ts'
import { fitSentences, type Sentence } from './fit-sentences.ts'
import { freshestFirst } from './freshest.ts'
import { capitalized, joinClauses, joinList, sentence } from './grammar.ts'
import { isOpenInWords } from './hours.ts'
import { languageNames } from './language.ts'
import { monthInWords } from './month.ts'
import { observedTelehealth } from './observed.ts'
import { openingSentences } from './opening.ts'
import { type SpokenPlace, spokenPlaces } from './spoken-place.ts'
import { subjectOf, type Subject } from './subject.ts'

/** Of `ProviderCard.biography`. */
const biographyLimit = 2400

/** Places whose hours are told, schools that are named, areas of focus that are named; the card holds the rest. */
const toldMost = { hours: 2, accepting: 2, schools: 3, focus: 6 } as const

/** The parts of a card that its biography is told from. */
export interface Told {
  readonly npi: string
  readonly name: ProviderCard['name']
  readonly gender: ProviderCard['gender']
  /** Known taxonomies of individuals, the primary one first. */
  readonly taxonomies: readonly Taxonomy[]
  /** The primary place first. */
  readonly practices: readonly Practice[]
  /** When all this was registered, if that is long ago. */
  readonly registeredOn: string | null
  readonly languages: readonly string[]
  readonly education: readonly Education[]
  readonly observations: readonly Observation[]
}

/** At most 2,400 characters; `notice` is its last sentence. */
export function composeBiography(told: Told, notice: string | null): string {
  const subject = subjectOf(told.name, told.gender)
  const places = spokenPlaces(told.practices)
  const sentences = [
    ...openingSentences(told, subject, places),
    ...hoursSentences(places),
    ...subjectSentences(subject, [
      ...acceptingClauses(places),
      ...telehealthClause(told.observations),
      ...languageClause(told.languages),
    ]),
    ...subjectSentences(subject, [...focusClause(told.observations), ...educationClause(told.education)]),
    ...careSentence(told.taxonomies),
  ]
  return fitSentences(sentences, biographyLimit, notice)
}

/** What follows the subject, "speaks Spanish", and what may come before it, "besides English". */
interface Clause extends Sentence {
  readonly besides?: string
}

/** A sentence for each clause; one for all where the subject is a name, which would be said again and again. */
function subjectSentences({ they, hasPronoun }: Subject, clauses: readonly Clause[]): readonly Sentence[] {
  if (clauses.length === 0) return []
  if (hasPronoun)
    return clauses.map(({ text, besides = '', expendable }) => ({
      text: sentence(`${besides} ${they} ${text}`.trim()),
      expendable,
    }))
  const texts = clauses.map(({ text, besides = '' }) => `${text} ${besides}`.trim())
  const expendable = Math.max(...clauses.map((clause) => clause.expendable))
  return [{ text: sentence(`${they} ${joinClauses(texts)}`), expendable }]
}

function hoursSentences(places: readonly SpokenPlace[]): readonly Sentence[] {
  const open = places.filter(({ location }) => location.office_hours.length > 0).slice(0, toldMost.hours)
  return open.map(({ office, location, hoursAsOf }) => ({
    text: sentence(`${office} ${isOpenInWords(location.office_hours, hoursAsOf)}`),
    expendable: 3,
  }))
}

function acceptingClauses(places: readonly SpokenPlace[]): readonly Clause[] {
  const stated = places.filter(({ location }) => acceptance[location.accepting_new_patients.value] !== null)
  return stated.slice(0, toldMost.accepting).map(({ shortOffice, location }) => {
    const { value, as_of } = location.accepting_new_patients
    const at = places.length === 1 ? 'there' : `at ${shortOffice}`
    return { text: `${acceptance[value]} ${at}${reported(as_of)}`, expendable: 4 }
  })
}

const acceptance = {
  accepting: 'accepts new patients',
  not_accepting: 'does not accept new patients',
  existing_only: 'sees existing patients only',
  unknown: null,
} as const

function telehealthClause(observations: readonly Observation[]): readonly Clause[] {
  const stated = observedTelehealth(observations)
  return stated?.value ? [{ text: `offers telehealth visits${reported(stated.asOf)}`, expendable: 4 }] : []
}

function reported(asOf: string | null): string {
  return asOf === null ? ', as reported' : `, as reported in ${monthInWords(asOf)}`
}

/** English is said only when a source states it. */
function languageClause(languages: readonly string[]): readonly Clause[] {
  const { english, others } = languageNames(languages)
  if (!english && others.length === 0) return []
  if (others.length === 0) return [{ text: 'speaks English', expendable: 3 }]
  const spoken = { text: `speaks ${joinList(others)}`, expendable: 3 }
  return [english ? { ...spoken, besides: 'besides English' } : spoken]
}

function focusClause(observations: readonly Observation[]): readonly Clause[] {
  const latest = freshestFirst(observations).find(({ focus }) => focus.length > 0)
  if (latest === undefined) return []
  const areas = joinList(latest.focus.slice(0, toldMost.focus).map(midSentence))
  const since = latest.asOf === null ? '' : `, as of ${monthInWords(latest.asOf)}`
  return [{ text: `reports a focus on ${areas}${since}`, expendable: 5 }]
}

function educationClause(education: readonly Education[]): readonly Clause[] {
  const schools = education
    .map(educationInWords)
    .filter((words) => words !== null)
    .slice(0, toldMost.schools)
  return schools.length === 0 ? [] : [{ text: joinList(schools), expendable: 6 }]
}

/** What the whole profession does, so that it is not mistaken for a statement about this person. */
function careSentence([primary]: readonly Taxonomy[]): readonly Sentence[] {
  return !primary?.care
    ? []
    : [{ text: sentence(`${capitalized(primary.plural)} ${primary.care}`), expendable: 1 }]
}
