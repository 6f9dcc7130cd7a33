/** How prose may put what the cards of clinicians and of places have in common. */
import type { Address, OfficeHours, Source } from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { addressName, cityOf, streetInWords } from './address-in-words.ts'
import { sourceInWords } from './attribution.ts'
import { midSentence } from './education.ts'
import { hoursInWords } from './hours.ts'
import { languageName } from './language.ts'
import { plainThenOfficial } from './specialties.ts'

export function calledBy(taxonomy: Taxonomy): readonly string[] {
  const { name, plural, plain, field } = taxonomy
  return [plainThenOfficial(taxonomy), name, plural, field, ...(plain === null ? [] : [plain])].flatMap(
    spellings,
  )
}

export function placeNames({ name, address }: { readonly name: string | null; readonly address: Address }) {
  const street = streetInWords(address)
  const streets = street === null ? [] : [street, ...street.split(', ').slice(0, 1)]
  const city = cityOf(address)
  const cities = city === null ? [] : [city.name, city.region ?? []].flat()
  return [name ?? [], addressName(address) ?? [], streets, cities].flat()
}

export function whereabouts({ state, postal_code }: Address): readonly string[] {
  return [state ?? [], postal_code?.slice(0, 5) ?? []].flat()
}

/** With who said it and when: what nobody vouches for may not be said. */
export function hoursPhrases({
  office_hours,
}: {
  readonly office_hours: readonly OfficeHours[]
}): readonly string[] {
  return office_hours.length === 0 ? [] : [`${hoursInWords(office_hours)}, as observed`]
}

export function languagesIn(tags: readonly string[]): readonly string[] {
  return tags.map((tag) => languageName(tag) ?? tag)
}

export function spellings(text: string): readonly string[] {
  return [text, midSentence(text)]
}

export function sourceNames(sources: readonly Source[]): readonly string[] {
  return sources.some(({ id }) => sourceInWords(id) === 'CMS') ? ['CMS'] : []
}
