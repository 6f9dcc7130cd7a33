/** Values of the directory in words of the language of the interface. */
import type { Language } from './strings.ts'

export interface Formats {
  /** `2025-10-31` → `Oct 31, 2025`; if it is no date, words that say so. */
  readonly date: (date: string | null) => string
  /** With the time, in the time zone of the browser. */
  readonly dateTime: (time: string) => string
  /** `1.6 mi`, `24 mi` */
  readonly miles: (miles: number) => string
  /** The names of BCP 47 tags; a malformed tag stays as it is. */
  readonly languages: (tags: readonly string[]) => string
}

/** Names that browsers lack. */
const languageNames: Readonly<Record<string, string>> = {
  'en kea': 'Cape Verdean Creole',
  'es kea': 'criollo caboverdiano',
  'en ase': 'American Sign Language',
  'es ase': 'lengua de señas americana',
}

export function createFormats({ tag, strings }: Language): Formats {
  const locale = `${tag}-US`
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const distances = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'mile',
    maximumSignificantDigits: 2,
  })
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const nameLanguage = (code: string): string => {
    try {
      return languageNames[`${tag} ${code}`] ?? names.of(code) ?? code
    } catch {
      return code
    }
  }
  return {
    date: (date) => formatTime(dates, date ?? '') || strings.dateNotStated,
    dateTime: (time) => formatTime(dateTimes, time),
    miles: (miles) => distances.format(miles),
    languages: (tags) => joinTexts(tags, nameLanguage),
  }
}

function formatTime(format: Intl.DateTimeFormat, text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : format.format(time)
}

/** `+14015550127` → `(401) 555-0127`; a number of another country stays as it is. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/** One line: `953 Coppergate Dr, Providence, RI 02907`. */
export function formatAddress(place: {
  readonly line_1?: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postal_code: string | null
}): string {
  const region = `${place.state ?? ''} ${place.postal_code ?? ''}`.trim()
  return joinTexts([place.line_1 ?? '', place.city ?? '', region])
}

/** Skips empty texts. Pages may have broken the methods of arrays. */
function joinTexts(texts: readonly string[], format = (text: string) => text): string {
  let list = ''
  for (const text of texts) if (text !== '') list += (list === '' ? '' : ', ') + format(text)
  return list
}

/** `plan_network` → `plan network`. */
export function nameSource(id: string): string {
  return id === 'nppes' ? 'NPPES' : id.replace(/_/g, ' ')
}
