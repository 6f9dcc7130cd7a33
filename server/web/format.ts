/** Values of records in words: dates, numbers, distances, telephone numbers, languages and addresses. */
import type { Address } from '@careatlas/contract/cards'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { type Html, html } from './html.ts'
import type { Language } from './navigation.ts'

/** BCP 47 tags of the United States. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

/** Names that differ from those of Unicode. */
const languageNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { kea: 'Cape Verdean Creole', cmn: 'Mandarin', yue: 'Cantonese', tl: 'Tagalog' },
  es: { kea: 'criollo caboverdiano', cmn: 'mandarín', yue: 'cantonés', tl: 'tagalo' },
}

export interface Formats {
  /** An element `time`; null without a date. */
  readonly date: (date: string | null) => Html | null
  /** `Nov 9, 2026` */
  readonly dateText: (date: string) => string
  readonly number: (value: number) => string
  /** `1.6 mi` */
  readonly distance: (miles: number) => string
  /** The name of a BCP 47 tag; a malformed tag stays as it is. */
  readonly language: (tag: string) => string
  /** `A, B, and C` */
  readonly list: (items: readonly string[]) => string
  /** `A, B, or C` */
  readonly alternatives: (items: readonly string[]) => string
}

function createFormats(language: Language): Formats {
  const locale = locales[language]
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const numbers = new Intl.NumberFormat(locale)
  const [near, far] = [1, 0].map(
    (digits) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' })
  const dateText = (date: string): string => dates.format(Date.parse(date))
  return {
    date: (date) => (date === null ? null : html`<time datetime="${date}">${dateText(date)}</time>`),
    dateText,
    list: (items) => lists.format(items),
    alternatives: (items) => alternatives.format(items),
    number: (value) => numbers.format(value),
    distance: (miles) => `${(miles < 10 ? near! : far!).format(miles)} mi`,
    language: (tag) => {
      try {
        return languageNames[language][tag] ?? names.of(tag) ?? tag
      } catch {
        return tag
      }
    },
  }
}

export const formats: Readonly<Record<Language, Formats>> = {
  en: createFormats('en'),
  es: createFormats('es'),
}

/** `+14015550127` → `(401) 555-0127`; a number of another country stays as it is. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/** The URL of RFC 3966, which a telephone dials. */
export function telephoneUrl(phone: string, extension: string | null = null): string {
  return extension === null ? `tel:${phone}` : `tel:${phone};ext=${extension}`
}

/** One line: `110 Lockwood Street, Providence, RI 02903`; empty if nothing is known. */
export function formatAddress({ line_1, line_2, city, state, postal_code }: Address): string {
  const parts = [line_1, line_2, city].map((part) => part && titleCasePlace(part))
  return [...parts, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** Directions to an address; the map site gets the address only after a click. */
export function directionsUrl(address: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address }).toString()}`
}
