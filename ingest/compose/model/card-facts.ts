/** The facts of a card for the prompt of a language model, in the words that the claim check accepts. */
import type { PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import { assignmentClause, telehealthClause } from '../biography/observed-clauses.ts'
import { educationInWords } from '../education.ts'
import { cityInWords, cityOf, isNamedByTown, streetInWords } from '../phrasing/address-phrase.ts'
import { attributed } from '../phrasing/attribution.ts'
import { withCapital } from '../phrasing/grammar.ts'
import { hoursInWords } from '../phrasing/hours.ts'
import { languageName } from '../phrasing/language.ts'
import { zipConflictClauses } from '../phrasing/zip-conflict.ts'
import { credentialsOf, spokenName } from '../person-display.ts'
import { asRegistered } from '../registration-age.ts'
import {
  organizationTaxonomies,
  personalTaxonomies,
  plainThenOfficial,
  spokenTaxonomies,
} from '../specialties.ts'

/** A card with the template's texts, and the facts that only its texts contain. */
export interface Template {
  readonly card: ProviderCard
  /** The day on which its places were registered; null if that day is recent. */
  readonly registeredOn: string | null
  /** The identifiers of places without evidence that care is given there. */
  readonly onlyRegistered?: ReadonlySet<string>
}

/** Omits unknown facts, so that the model does not mention them. */
export function cardFacts(template: Template): object {
  const { card } = template
  const codes = card.specialties.map(({ code }) => code)
  const taxonomies = spokenTaxonomies(personalTaxonomies(card.specialties, credentialsOf(card.name)))
  const [primary] = taxonomies
  const registeredAs = organizationTaxonomies(codes)
  return {
    name: spokenName(card.name, false),
    credentials: card.name.credential ?? undefined,
    pronoun: card.gender === 'F' ? 'she' : card.gender === 'M' ? 'he' : undefined,
    is: taxonomies.map(plainThenOfficial),
    registered_as: registeredAs.length === 0 ? undefined : registeredAs.map(({ name }) => name),
    profession: primary?.care ? `${withCapital(primary.plural)} ${primary.care}.` : undefined,
    places: card.practice_locations.map((place) => placeFacts(place, template)),
    places_hold: ageOfPlaces(template) ?? undefined,
    languages: card.languages.map((tag) => languageName(tag) ?? tag),
    education: card.education_training.map(educationInWords).filter((words) => words !== null),
    works_with: card.affiliations.map((affiliation) => `${affiliation.name}${attributed(affiliation)}`),
    also: [
      ...telehealthClause(card.telehealth, 'present'),
      ...assignmentClause(card.medicare_assignment, 'present'),
    ]
      .map(({ text }) => text)
      .concat(zipConflictClauses(card.practice_locations)),
  }
}

/** "as registered in September 2016", which a text must say if no later source confirms the places; null if all are recent. */
export function ageOfPlaces({ card, registeredOn }: Template): string | null {
  return registeredOn === null || card.practice_locations.length === 0 ? null : asRegistered(registeredOn)
}

function placeFacts(place: PracticeLocation, { onlyRegistered }: Template): object {
  const { location_uuid, name, address, primary, office_hours } = place
  const city = cityOf(address)
  const isTold = !isNamedByTown(place)
  return {
    name: (isTold && name) || undefined,
    street: (isTold && streetInWords(address)) || undefined,
    city: city === null ? undefined : cityInWords(city),
    registered_only:
      isTold && !onlyRegistered?.has(location_uuid)
        ? undefined
        : 'is registered here; nothing says that patients are seen here',
    primary,
    hours: office_hours.length === 0 ? undefined : `is open ${hoursInWords(office_hours)}, as observed`,
  }
}
