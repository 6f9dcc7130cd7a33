/** The supported phrases for the fields that the cards of clinicians and places share. */
import type { Address, OfficeHours, Source } from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { addressName, cityOf, isNamedByTown, streetInWords } from '../phrasing/address-phrase.ts'
import { sourceInWords } from '../phrasing/attribution.ts'
import { midSentence, withArticle } from '../phrasing/grammar.ts'
import { hoursInWords } from '../phrasing/hours.ts'
import { languageName } from '../phrasing/language.ts'
import { formatTaxonomyName } from '../taxonomy-name.ts'

/** Every phrase that the fields of a card support, in the spellings of prose. */
export interface SupportedPhrases {
  /** Names and sentences that may contain any word: people, organizations, streets, schools, quotations. */
  readonly names: readonly string[]
  /** The specialties of the card's subject, or of the clinicians on its roster. */
  readonly specialties: readonly string[]
  /** All other phrases: languages, hours, years, and words that need a fact. */
  readonly others: readonly string[]
}

/** All names of a clinician or a place with this taxonomy. */
export function namesOfTaxonomy(taxonomy: Taxonomy): readonly string[] {
  const { name, plural, plain, field } = taxonomy
  const [, as = withArticle(name)] = /^clinician registered as (.*)/.exec(name) ?? []
  return [
    formatTaxonomyName(taxonomy),
    name,
    `registered as ${as}`,
    `listed as ${as}`,
    // The second of two: "registered as a nutrition educator and as an athletic trainer".
    `as ${as}`,
    plural,
    field,
    ...(plain === null ? [] : [plain]),
  ].flatMap(spellings)
}

/** Name, street and city, together and in the parts that prose may use separately. */
export function placeNames(place: { readonly name: string | null; readonly address: Address }) {
  const { name, address } = place
  const street = isNamedByTown(place) ? null : streetInWords(address)
  const streets = street === null ? [] : [street, ...street.split(', ').slice(0, 1)]
  const city = cityOf(address)
  const cities = city === null ? [] : [city.name, city.region ?? []].flat()
  return [name ?? [], street === null ? [] : (addressName(address) ?? []), streets, cities].flat()
}

/** The code of the state and the ZIP code. No template contains them, but a language model may. */
export function regionPhrases({ state, postal_code }: Address): readonly string[] {
  return [state ?? [], postal_code?.slice(0, 5) ?? []].flat()
}

/** Hours are supported only together with "as observed". */
export function hoursPhrases({
  office_hours,
}: {
  readonly office_hours: readonly OfficeHours[]
}): readonly string[] {
  return office_hours.length === 0 ? [] : [`${hoursInWords(office_hours)}, as observed`]
}

/** The English names of languages; a tag without a name is returned unchanged. */
export function languagePhrases(tags: readonly string[]): readonly string[] {
  return tags.map((tag) => languageName(tag) ?? tag)
}

/** The text as given, and as it is spelled within a sentence. */
export function spellings(text: string): readonly string[] {
  return [text, midSentence(text)]
}

/** Sources that a text may name even without a statement from them. */
export function sourceNames(sources: readonly Source[]): readonly string[] {
  return sources.some(({ id }) => sourceInWords(id) === 'CMS') ? ['CMS'] : []
}
