/** The facts of a card for the prompt of a language model, in the words that the claim check accepts. */
import type { PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import { assignmentClause, telehealthClause } from '../biography/observed-clauses.ts'
import { educationInWords } from '../education.ts'
import { cityInWords, cityOf, isNamedByTown, streetInWords } from '../phrasing/address-phrase.ts'
import { attributionPhrase } from '../phrasing/attribution.ts'
import { withCapital } from '../phrasing/grammar.ts'
import { hoursInWords } from '../phrasing/hours.ts'
import { languageName } from '../phrasing/language.ts'
import { zipConflictClauses } from '../phrasing/zip-conflict.ts'
import { credentialsOf, formatName } from '../person-display.ts'
import { asRegisteredPhrase } from '../registration-age.ts'
import { organizationTaxonomies, personalTaxonomies, selectNamedTaxonomies } from '../specialties.ts'
import { formatTaxonomyName } from '../taxonomy-name.ts'

/** A card with template texts, and the facts that its texts have but its fields do not. */
export interface Template {
  readonly card: ProviderCard
  /** The day of the registration of its places; null if that day is recent. */
  readonly registeredOn: string | null
  /** The identifiers of places at which no evidence shows that care is given. */
  readonly onlyRegistered?: ReadonlySet<string>
}

/** The facts as JSON. Unknown facts are absent, so that the model does not mention them. */
export function cardFacts(template: Template): object {
  const { card } = template
  const codes = card.specialties.map(({ code }) => code)
  const taxonomies = selectNamedTaxonomies(personalTaxonomies(card.specialties, credentialsOf(card.name)))
  const [primary] = taxonomies
  const registeredAs = organizationTaxonomies(codes)
  return {
    name: formatName(card.name, false),
    credentials: card.name.credential ?? undefined,
    pronoun: card.gender === 'F' ? 'she' : card.gender === 'M' ? 'he' : undefined,
    is: taxonomies.map(formatTaxonomyName),
    registered_as: registeredAs.length === 0 ? undefined : registeredAs.map(({ name }) => name),
    profession: primary?.care ? `${withCapital(primary.plural)} ${primary.care}.` : undefined,
    places: card.practice_locations.map((place) => placeFacts(place, template)),
    places_hold: ageOfPlaces(template) ?? undefined,
    languages: card.languages.map((tag) => languageName(tag) ?? tag),
    education: card.education_training.map(educationInWords).filter((words) => words !== null),
    works_with: card.affiliations.map(
      (affiliation) => `${affiliation.name}${attributionPhrase(affiliation)}`,
    ),
    also: [
      ...telehealthClause(card.telehealth, 'present'),
      ...assignmentClause(card.medicare_assignment, 'present'),
    ]
      .map(({ text }) => text)
      .concat(zipConflictClauses(card.practice_locations)),
  }
}

/** "as registered in September 2016", which a text must contain if the registration is old and has a place; otherwise null. */
export function ageOfPlaces({ card, registeredOn }: Template): string | null {
  return registeredOn === null || card.practice_locations.length === 0
    ? null
    : asRegisteredPhrase(registeredOn)
}

function placeFacts(place: PracticeLocation, { onlyRegistered }: Template): object {
  const { location_uuid, name, address, primary, office_hours } = place
  const city = cityOf(address)
  const isShown = !isNamedByTown(place)
  return {
    name: (isShown && name) || undefined,
    street: (isShown && streetInWords(address)) || undefined,
    city: city === null ? undefined : cityInWords(city),
    registered_only:
      isShown && !onlyRegistered?.has(location_uuid)
        ? undefined
        : 'is registered here; nothing says that patients are seen here',
    primary,
    hours: office_hours.length === 0 ? undefined : `is open ${hoursInWords(office_hours)}, as observed`,
  }
}
