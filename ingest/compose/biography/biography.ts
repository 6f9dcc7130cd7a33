/** Composes a clinician's biography: name, specialty, places, hours, languages, training and areas of focus. */
import type { Education } from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { careInWords } from '../credential-check.ts'
import { educationInWords } from '../education.ts'
import { fitSentences, type Sentence } from '../phrasing/fit-sentences.ts'
import { joinList, midSentence, monthInWords, toSentence } from '../phrasing/grammar.ts'
import { isOpenInWords } from '../phrasing/hours.ts'
import { languageNames } from '../phrasing/language.ts'
import { zipConflictSentences } from '../phrasing/zip-conflict.ts'
import type { BiographyFacts } from './biography-facts.ts'
import {
  acceptingClauses,
  affiliationClauses,
  assignmentClause,
  statementSentence,
  telehealthClause,
  createTenseRule,
} from './observed-clauses.ts'
import { openingSentences } from './opening.ts'
import type { PlacePhrase } from './place-phrase.ts'
import { type Clause, subjectOf, subjectSentences } from './subject.ts'

/** The limit of `ProviderCard.biography`. */
export const biographyLengthMax = 2400

/** The maximum number of places with hours, of schools, and of areas of focus in the text. The card lists all of them. */
const shownMax = { hours: 2, schools: 3, focus: 6 } as const

/** Composes at most `biographyLengthMax` characters; `notice` is the last sentence. */
export function composeBiography(facts: BiographyFacts, notice: string | null): string {
  const subject = subjectOf(facts.name, facts.gender)
  const { places } = facts
  const tense = createTenseRule(facts.recentSince)
  const sentences = [
    ...openingSentences(facts, subject),
    ...zipConflictSentences(places.map(({ location }) => location)),
    ...hoursSentences(places),
    ...subjectSentences(subject, [
      ...acceptingClauses(places, tense),
      ...telehealthClause(facts.telehealth, tense(facts.telehealth)),
      ...assignmentClause(facts.assignment, tense(facts.assignment)),
      ...languageClause(facts.languages),
    ]),
    ...subjectSentences(subject, affiliationClauses(facts.npi, facts.affiliations, places, tense)),
    ...subjectSentences(subject, [...focusClause(facts), ...educationClause(facts.education)]),
    ...statementSentence(facts.npi, facts.statements),
    ...careSentence(facts.taxonomies),
  ]
  return fitSentences(sentences, biographyLengthMax, notice)
}

function hoursSentences(places: readonly PlacePhrase[]): readonly Sentence[] {
  const withHours = places.filter(({ location }) => location.office_hours.length > 0).slice(0, shownMax.hours)
  return withHours.map(({ office, location, hoursAsOf }) => ({
    text: toSentence(`${office} ${isOpenInWords(location.office_hours, hoursAsOf)}`),
    dropPriority: 3,
  }))
}

/** Mentions English only if a source states it. */
function languageClause(languages: readonly string[]): readonly Clause[] {
  const { english, others } = languageNames(languages)
  if (!english && others.length === 0) return []
  if (others.length === 0) return [{ text: 'speaks English', dropPriority: 3 }]
  const clause = { text: `speaks ${joinList(others)}`, dropPriority: 3 }
  return [english ? { ...clause, besides: 'besides English' } : clause]
}

/** Names the reported areas that are on the card. */
function focusClause({ reportedFocus, focus }: BiographyFacts): readonly Clause[] {
  if (reportedFocus === null) return []
  const { value: reported, asOf } = reportedFocus
  const shown = new Set(focus.areas.map((area) => area.toLowerCase()))
  const reportedOnCard = reported.filter((area) => shown.has(area.trim().toLowerCase()))
  if (reportedOnCard.length === 0) return []
  const areas = joinList(reportedOnCard.slice(0, shownMax.focus).map((area) => midSentence(area.trim())))
  const since = asOf === null ? '' : `, as of ${monthInWords(asOf)}`
  return [{ text: `reports a focus on ${areas}${since}`, dropPriority: 5 }]
}

function educationClause(education: readonly Education[]): readonly Clause[] {
  const schools = education
    .map(educationInWords)
    .filter((words) => words !== null)
    .slice(0, shownMax.schools)
  return schools.length === 0 ? [] : [{ text: joinList(schools), dropPriority: 6 }]
}

/** Describes the whole profession, in the plural, so that it does not read like a statement about this person. */
function careSentence([primary]: readonly Taxonomy[]): readonly Sentence[] {
  const care = primary === undefined ? null : careInWords(primary)
  return care === null ? [] : [{ text: toSentence(care), dropPriority: 1 }]
}
