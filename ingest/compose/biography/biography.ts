/** Composes a clinician's biography: name, specialty, places, hours, languages, training and areas of focus. */
import type { Education } from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { careInWords } from '../credential-check.ts'
import { educationInWords } from '../education.ts'
import { fitSentences, type Sentence } from '../phrasing/fit-sentences.ts'
import { joinList, midSentence, monthInWords, sentence } from '../phrasing/grammar.ts'
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
  tenseSince,
} from './observed-clauses.ts'
import { openingSentences } from './opening.ts'
import type { PlacePhrase } from './place-phrase.ts'
import { type Clause, subjectOf, subjectSentences } from './subject.ts'

/** The limit of `ProviderCard.biography`. */
export const biographyLengthMax = 2400

/** The most places with hours, schools, and areas of focus that the text names. The card lists all of them. */
const shownMax = { hours: 2, schools: 3, focus: 6 } as const

/** At most 2,400 characters; `notice` is its last sentence. */
export function composeBiography(facts: BiographyFacts, notice: string | null): string {
  const subject = subjectOf(facts.name, facts.gender)
  const { places } = facts
  const tense = tenseSince(facts.recentSince)
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
  const open = places.filter(({ location }) => location.office_hours.length > 0).slice(0, shownMax.hours)
  return open.map(({ office, location, hoursAsOf }) => ({
    text: sentence(`${office} ${isOpenInWords(location.office_hours, hoursAsOf)}`),
    expendable: 3,
  }))
}

/** Mentions English only if a source states it. */
function languageClause(languages: readonly string[]): readonly Clause[] {
  const { english, others } = languageNames(languages)
  if (!english && others.length === 0) return []
  if (others.length === 0) return [{ text: 'speaks English', expendable: 3 }]
  const spoken = { text: `speaks ${joinList(others)}`, expendable: 3 }
  return [english ? { ...spoken, besides: 'besides English' } : spoken]
}

/** Names the reported areas that are on the card. */
function focusClause({ reportedFocus, focus }: BiographyFacts): readonly Clause[] {
  if (reportedFocus === null) return []
  const { value: reported, asOf } = reportedFocus
  const shown = new Set(focus.areas.map((area) => area.toLowerCase()))
  const named = reported.filter((area) => shown.has(area.trim().toLowerCase()))
  if (named.length === 0) return []
  const areas = joinList(named.slice(0, shownMax.focus).map((area) => midSentence(area.trim())))
  const since = asOf === null ? '' : `, as of ${monthInWords(asOf)}`
  return [{ text: `reports a focus on ${areas}${since}`, expendable: 5 }]
}

function educationClause(education: readonly Education[]): readonly Clause[] {
  const schools = education
    .map(educationInWords)
    .filter((words) => words !== null)
    .slice(0, shownMax.schools)
  return schools.length === 0 ? [] : [{ text: joinList(schools), expendable: 6 }]
}

/** Describes the whole profession, in the plural, so that no reader takes it for a statement about this person. */
function careSentence([primary]: readonly Taxonomy[]): readonly Sentence[] {
  const care = primary === undefined ? null : careInWords(primary)
  return care === null ? [] : [{ text: sentence(care), expendable: 1 }]
}
