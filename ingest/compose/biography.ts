/** A clinician's biography: who this is, where and when, in which language, and what people come for. */
import type { Education, PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { Observation } from '../facts.ts'
import { educationInWords, midSentence } from './education.ts'
import { fitSentences, type Sentence } from './fit-sentences.ts'
import { freshestFirst } from './freshest.ts'
import { capitalised, joinList, sentence } from './grammar.ts'
import { hoursInWords } from './hours.ts'
import { languageNames } from './language.ts'
import { monthInWords } from './month.ts'
import { observedTelehealth } from './observed.ts'
import { openingSentences } from './opening.ts'
import { spokenTaxonomies } from './specialties.ts'
import { type SpokenPlace, spokenPlaces } from './spoken-place.ts'
import { subjectOf, type Subject } from './subject.ts'

/** Decisions C4. */
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
  readonly locations: readonly PracticeLocation[]
  readonly languages: readonly string[]
  readonly education: readonly Education[]
  readonly observations: readonly Observation[]
}

/** At most 2,400 characters; `notice` is its last sentence. */
export function composeBiography(told: Told, notice: string | null): string {
  const subject = subjectOf(told.name, told.gender)
  const places = spokenPlaces(told.locations)
  const sentences = [
    ...openingSentences(told.npi, subject, spokenTaxonomies(told.taxonomies), places),
    ...hoursSentences(places, told.observations),
    ...acceptingSentences(subject, places),
    ...telehealthSentence(subject, told.observations),
    ...languageSentence(subject, told.languages),
    ...focusSentence(subject, told.observations),
    ...educationSentence(subject, told.education),
    ...careSentence(told.taxonomies),
  ]
  return fitSentences(sentences, biographyLimit, notice)
}

function hoursSentences(
  places: readonly SpokenPlace[],
  observations: readonly Observation[],
): readonly Sentence[] {
  const open = places.filter(({ location }) => location.office_hours.length > 0).slice(0, toldMost.hours)
  return open.map(({ office, location }) => {
    const since = hoursObservedOn(location, observations)
    const observed = since === null ? 'as observed' : `as observed in ${monthInWords(since)}`
    return {
      text: sentence(`${office} is open ${hoursInWords(location.office_hours)}, ${observed}`),
      expendable: 3,
    }
  })
}

/** The day of the freshest observation that states these hours at this ZIP code. */
function hoursObservedOn(
  { office_hours, address }: PracticeLocation,
  observations: readonly Observation[],
): string | null {
  const days = new Set(office_hours.map(({ day, open, close }) => day + open + close))
  const zip5 = address.postal_code?.slice(0, 5)
  const from = freshestFirst(observations).find(({ places }) =>
    places.some(
      ({ postalCode, officeHours }) =>
        postalCode.slice(0, 5) === zip5 &&
        officeHours.length > 0 &&
        officeHours.every(({ day, open, close }) => days.has(day + open + close)),
    ),
  )
  return from?.asOf ?? null
}

function acceptingSentences({ they }: Subject, places: readonly SpokenPlace[]): readonly Sentence[] {
  const stated = places.filter(({ location }) => acceptance[location.accepting_new_patients.value] !== null)
  return stated.slice(0, toldMost.accepting).map(({ shortOffice, location }) => {
    const { value, as_of } = location.accepting_new_patients
    const at = places.length === 1 ? 'there' : `at ${shortOffice}`
    return { text: sentence(`${they} ${acceptance[value]} ${at}${reported(as_of)}`), expendable: 4 }
  })
}

const acceptance = {
  accepting: 'accepts new patients',
  not_accepting: 'does not accept new patients',
  existing_only: 'sees existing patients only',
  unknown: null,
} as const

function telehealthSentence({ they }: Subject, observations: readonly Observation[]): readonly Sentence[] {
  const stated = observedTelehealth(observations)
  if (!stated?.value) return []
  return [{ text: sentence(`${they} offers telehealth visits${reported(stated.asOf)}`), expendable: 4 }]
}

function reported(asOf: string | null): string {
  return asOf === null ? ', as reported' : `, as reported in ${monthInWords(asOf)}`
}

/** English is said only when a source states it. */
function languageSentence({ they }: Subject, languages: readonly string[]): readonly Sentence[] {
  const { english, others } = languageNames(languages)
  if (!english && others.length === 0) return []
  if (others.length === 0) return [{ text: sentence(`${they} speaks English`), expendable: 3 }]
  const spoken = `${they} speaks ${joinList(others)}`
  return [{ text: sentence(english ? `besides English ${spoken}` : spoken), expendable: 3 }]
}

function focusSentence({ they }: Subject, observations: readonly Observation[]): readonly Sentence[] {
  const latest = freshestFirst(observations).find(({ focus }) => focus.length > 0)
  if (latest === undefined) return []
  const areas = joinList(latest.focus.slice(0, toldMost.focus).map(midSentence))
  const since = latest.asOf === null ? '' : `, as of ${monthInWords(latest.asOf)}`
  return [{ text: sentence(`${they} reports a focus on ${areas}${since}`), expendable: 5 }]
}

function educationSentence({ they }: Subject, education: readonly Education[]): readonly Sentence[] {
  const schools = education.map(educationInWords).filter((words) => words !== null).slice(0, toldMost.schools) // prettier-ignore
  return schools.length === 0 ? [] : [{ text: sentence(`${they} ${joinList(schools)}`), expendable: 6 }]
}

/** What the whole profession does, so that it is not mistaken for a statement about this person. */
function careSentence([primary]: readonly Taxonomy[]): readonly Sentence[] {
  return primary === undefined
    ? []
    : [{ text: sentence(`${capitalised(primary.plural)} ${primary.care}`), expendable: 1 }]
}
