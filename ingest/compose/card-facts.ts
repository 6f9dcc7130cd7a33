/** A card as a language model is told of it: its facts in the words in which prose may say them. */
import type { PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import { cityInWords, cityOf, streetInWords } from './address-in-words.ts'
import { attributed } from './attribution.ts'
import { educationInWords } from './education.ts'
import { capitalized } from './grammar.ts'
import { hoursInWords } from './hours.ts'
import { languageName } from './language.ts'
import { assignmentClause, telehealthClause } from './observed-clauses.ts'
import { credentialsOf, spokenName } from './person-display.ts'
import { personalTaxonomies, plainThenOfficial, spokenTaxonomies } from './specialties.ts'

/** What is not known is left out. */
export function cardFacts(card: ProviderCard): object {
  const codes = card.specialties.map(({ code }) => code)
  const taxonomies = spokenTaxonomies(personalTaxonomies(codes, credentialsOf(card.name)))
  const [primary] = taxonomies
  return {
    name: spokenName(card.name, false),
    credentials: card.name.credential ?? undefined,
    pronoun: card.gender === 'F' ? 'she' : card.gender === 'M' ? 'he' : undefined,
    is: taxonomies.map(plainThenOfficial),
    profession: primary?.care ? `${capitalized(primary.plural)} ${primary.care}.` : undefined,
    places: card.practice_locations.map(placeFacts),
    places_hold: registeredLongAgo(card) ?? undefined,
    languages: card.languages.map((tag) => languageName(tag) ?? tag),
    education: card.education_training.map(educationInWords).filter((words) => words !== null),
    works_with: card.affiliations.map((affiliation) => `${affiliation.name}${attributed(affiliation)}`),
    also: [...telehealthClause(card.telehealth), ...assignmentClause(card.medicare_assignment)].map(
      ({ text }) => text,
    ),
  }
}

/** "as registered in September 2016", as the template says it of places that nobody vouches for since. */
export function registeredLongAgo({ biography }: ProviderCard): string | null {
  return /as registered in [A-Z][a-z]+ \d{4}/.exec(biography)?.[0] ?? null
}

function placeFacts({ name, address, primary, office_hours }: PracticeLocation): object {
  const city = cityOf(address)
  return {
    name: name ?? undefined,
    street: streetInWords(address) ?? undefined,
    city: city === null ? undefined : cityInWords(city),
    primary,
    hours: office_hours.length === 0 ? undefined : `is open ${hoursInWords(office_hours)}, as observed`,
  }
}
