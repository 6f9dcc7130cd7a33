/** A clinician's biography: who this is, where and when, in which language, and what people come for. */
import type {
  Affiliation,
  ClinicalFocus,
  Education,
  MedicareAssignment,
  ProviderCard,
  Statement,
  Telehealth,
} from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { Observation } from '../facts/facts.ts'
import { type Clause, subjectSentences } from './clause.ts'
import { educationInWords, midSentence } from './education.ts'
import { fitSentences, type Sentence } from './fit-sentences.ts'
import { capitalized, joinList, sentence } from './grammar.ts'
import { isOpenInWords } from './hours.ts'
import { languageNames } from './language.ts'
import { monthInWords } from './month.ts'
import {
  acceptingClauses,
  affiliationClauses,
  assignmentClause,
  statementSentence,
  telehealthClause,
} from './observed-clauses.ts'
import { openingSentences } from './opening.ts'
import type { SpokenPlace } from './spoken-place.ts'
import { subjectOf } from './subject.ts'

/** Of `ProviderCard.biography`. */
export const biographyLimit = 2400

/** Places whose hours are told, schools that are named, areas of focus that are named; the card holds the rest. */
const toldMost = { hours: 2, schools: 3, focus: 6 } as const

/** The parts of a card that its biography is told from. */
export interface Told {
  readonly npi: string
  readonly name: ProviderCard['name']
  readonly gender: ProviderCard['gender']
  /** Known taxonomies of individuals, the primary one first. */
  readonly taxonomies: readonly Taxonomy[]
  /** The primary place first. */
  readonly places: readonly SpokenPlace[]
  /** When all this was registered, if that is long ago. */
  readonly registeredOn: string | null
  readonly languages: readonly string[]
  readonly education: readonly Education[]
  readonly telehealth: Telehealth
  readonly assignment: MedicareAssignment
  readonly affiliations: readonly Affiliation[]
  readonly statements: readonly Statement[]
  readonly focus: ClinicalFocus
  /** The freshest first. */
  readonly observations: readonly Observation[]
}

/** At most 2,400 characters; `notice` is its last sentence. */
export function composeBiography(told: Told, notice: string | null): string {
  const subject = subjectOf(told.name, told.gender)
  const { places } = told
  const sentences = [
    ...openingSentences(told, subject, places),
    ...hoursSentences(places),
    ...subjectSentences(subject, [
      ...acceptingClauses(places),
      ...telehealthClause(told.telehealth),
      ...assignmentClause(told.assignment),
      ...languageClause(told.languages),
    ]),
    ...subjectSentences(subject, affiliationClauses(told.npi, told.affiliations, places)),
    ...subjectSentences(subject, [...focusClause(told), ...educationClause(told.education)]),
    ...statementSentence(told.npi, told.statements),
    ...careSentence(told.taxonomies),
  ]
  return fitSentences(sentences, biographyLimit, notice)
}

function hoursSentences(places: readonly SpokenPlace[]): readonly Sentence[] {
  const open = places.filter(({ location }) => location.office_hours.length > 0).slice(0, toldMost.hours)
  return open.map(({ office, location, hoursAsOf }) => ({
    text: sentence(`${office} ${isOpenInWords(location.office_hours, hoursAsOf)}`),
    expendable: 3,
  }))
}

/** English is said only when a source states it. */
function languageClause(languages: readonly string[]): readonly Clause[] {
  const { english, others } = languageNames(languages)
  if (!english && others.length === 0) return []
  if (others.length === 0) return [{ text: 'speaks English', expendable: 3 }]
  const spoken = { text: `speaks ${joinList(others)}`, expendable: 3 }
  return [english ? { ...spoken, besides: 'besides English' } : spoken]
}

/** Of the freshest list the areas that the card has room for. */
function focusClause({ observations, focus }: Told): readonly Clause[] {
  const latest = observations.find((observation) => observation.focus.length > 0)
  const shown = new Set(focus.areas.map((area) => area.toLowerCase()))
  const told = latest?.focus.filter((area) => shown.has(area.trim().toLowerCase())) ?? []
  if (latest === undefined || told.length === 0) return []
  const areas = joinList(told.slice(0, toldMost.focus).map((area) => midSentence(area.trim())))
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
