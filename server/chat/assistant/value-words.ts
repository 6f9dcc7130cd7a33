/** Values in words of the language of an answer. */
import type { Address, OfficeHours, Source } from '@careatlas/contract/cards'
import { formatAddress, formatPhone, formats } from '../../web/format.ts'
import { hoursLines } from '../../web/hours-lines.ts'
import type { AnswerLanguage, CarePlace, ConversationContext } from './conversation-context.ts'
import type { Phrases } from './phrases.ts'

/** @param date RFC 3339, only the day */
export function dateWords(date: string, language: AnswerLanguage): string {
  return formats[language].dateText(date)
}

/** Null for null. */
export function optionalDateWords(date: string | null, language: AnswerLanguage): string | null {
  return date === null ? null : dateWords(date, language)
}

/** "2.5 miles" */
export function distanceWords(miles: number, language: AnswerLanguage): string {
  return formats[language].distance(miles)
}

/** The names of languages (BCP 47) as a list. */
export function languageWords(tags: readonly string[], language: AnswerLanguage): string {
  return listWords(
    tags.map((tag) => formats[language].language(tag)),
    language,
  )
}

/** "French or Portuguese" */
export function anyLanguageWords(tags: readonly string[], language: AnswerLanguage): string {
  return formats[language].alternatives(tags.map((tag) => formats[language].language(tag)))
}

/** "one, two and three" */
export function listWords(items: readonly string[], language: AnswerLanguage): string {
  return formats[language].list(items)
}

/** The number with its extension; null if no source has one. */
export function phoneWords(
  {
    phone,
    phone_extension: extension,
  }: { readonly phone: string | null; readonly phone_extension: string | null },
  { record }: Phrases,
): string | null {
  if (phone === null) return null
  return extension === null ? formatPhone(phone) : `${formatPhone(phone)} ${record.extension(extension)}`
}

/** Null if nothing is known. */
export function addressWords(address: Address): string | null {
  return formatAddress(address) || null
}

/** "Mon – Fri 8:00 AM – 5:00 PM; Sat 9:00 AM – 12:00 PM" */
export function hoursWords(hours: readonly OfficeHours[], language: AnswerLanguage): string {
  return hoursLines(hours, language)
    .map(({ days, times }) => `${days} ${times.join(', ')}`)
    .join('; ')
}

/** Federal registries have no office hours. */
const registries = /^(?:nppes|cms_)/

/** The newest date of the sources that may state hours; null without one. */
export function hoursDateWords(sources: readonly Source[], language: AnswerLanguage): string | null {
  const dates = sources.filter(({ id }) => !registries.test(id)).flatMap(({ as_of: date }) => date ?? [])
  const newest = dates.toSorted().at(-1)
  return newest === undefined ? null : dateWords(newest, language)
}

/** "Providence, RI" after "from". */
export function originWords({ label }: CarePlace, { places }: Phrases): string {
  return label === '' ? places.you : label
}

/** "near Providence, RI"; empty without a place. */
export function aroundWords(place: CarePlace | null, { places }: Phrases): string {
  if (place === null) return ''
  return place.label === '' ? places.shared : places.around(place.label)
}

/** "near Providence, RI and Cranston, RI": all places of the search. */
export function aroundAllWords(
  { place, otherPlaces, language }: Pick<ConversationContext, 'place' | 'otherPlaces' | 'language'>,
  phrases: Phrases,
): string {
  if (place === null || otherPlaces.length === 0) return aroundWords(place, phrases)
  return phrases.places.around(
    listWords(
      [place, ...otherPlaces].map(({ label }) => label),
      language,
    ),
  )
}
