/** Values of the directory in words: dates, hours, telephone numbers, languages and addresses. */
import type { AcceptingNewPatients, Address, OfficeHours } from '@careatlas/contract/cards'

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `2025-10-31` → `Oct 31, 2025`. */
export function formatDate(date: string | null): string {
  const time = date === null ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? 'date not stated' : dates.format(time)
}

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' })

/** Names that differ from those of Unicode, or that browsers lack. */
const commonLanguages: Readonly<Record<string, string>> = {
  kea: 'Cape Verdean Creole',
  cmn: 'Mandarin',
  yue: 'Cantonese',
  tl: 'Tagalog',
}

/** BCP 47 tags as English names; a malformed tag stays as it is. */
export function formatLanguages(tags: readonly string[]): string {
  return tags.map(nameLanguage).join(', ')
}

function nameLanguage(tag: string): string {
  try {
    return commonLanguages[tag] ?? languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** `+14015550127` → `(401) 555-0127`; a number of another country stays as it is. */
export function formatPhone(phone: string, extension: string | null = null): string {
  const national = phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
  return extension === null ? national : `${national} ext. ${extension}`
}

/** RFC 3966, which a telephone dials. */
export function telephoneUrl(phone: string, extension: string | null = null): string {
  return extension === null ? `tel:${phone}` : `tel:${phone};ext=${extension}`
}

/** A distance to the center of a ZIP code is approximate: `about 1.6 mi`; below a mile it says only `nearby`. */
export function formatDistance(miles: number, isExact: boolean): string {
  const distance = `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`
  if (isExact) return distance
  return miles < 1 ? 'nearby' : `about ${distance}`
}

const dayNames = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
} as const
const days = Object.keys(dayNames)

/** Consecutive days with the same hours are joined: `Mon–Thu 8 AM–5 PM`, `Fri 8 AM–12 PM`. */
export function formatHours(hours: readonly OfficeHours[]): readonly string[] {
  const byDay = days.map((day) =>
    hours
      .filter((interval) => interval.day === day)
      .map(({ open, close }) => `${formatTime(open)}–${formatTime(close)}`)
      .join(', '),
  )
  const lines: string[] = []
  for (let first = 0; first < days.length; first++) {
    const text = byDay[first]!
    if (text === '' || (first > 0 && text === byDay[first - 1])) continue
    let last = first
    while (byDay[last + 1] === text) last++
    const [from, to] = [
      dayNames[days[first] as OfficeHours['day']],
      dayNames[days[last] as OfficeHours['day']],
    ]
    lines.push(`${from === to ? from : `${from}–${to}`} ${text}`)
  }
  return lines
}

/** `08:00` → `8 AM`; `24:00` is midnight. */
function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/** One line: `953 Coppergate Dr, Providence, RI 02907`. Cards have addresses in upper case. */
export function formatAddress(address: Partial<Address>): string {
  const { line_1, line_2, city, state, postal_code } = address
  const street = [line_1, line_2, city].map((part) => mixCase(part ?? ''))
  return [...street, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/**
 * The name of a place, and its address. A place without a name of its own is named by its street, in better words than the
 * registry has: its name is null, and the address starts with these words.
 */
export function describePlace(place: {
  readonly name: string | null
  readonly address?: Partial<Address>
  readonly city: string | null
}): { readonly name: string | null; readonly address: string } {
  const { name, address = { city: place.city } } = place
  const number = /^\d\S*/.exec(address.line_1 ?? '')?.[0]
  if (name === null || number === undefined || !name.startsWith(`${number} `))
    return { name, address: formatAddress(address) }
  return { name: null, address: formatAddress({ ...address, line_1: name, line_2: null }) }
}

/** Words that stay in upper case: directions and post office boxes. */
const upperCase = /^(?:[NS][EW]|PO|US|[IVX]+)$/

function mixCase(text: string): string {
  if (text !== text.toUpperCase()) return text
  return text.replaceAll(/[\p{L}\p{N}]+(?:'S\b)?/gu, (word) => {
    if (upperCase.test(word)) return word
    const lower = word.toLowerCase()
    return `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`.replace(
      /^Mc\p{Ll}{2}/u,
      (start) => `Mc${start.charAt(2).toUpperCase()}${start.slice(3)}`,
    )
  })
}

const acceptingWords = {
  accepting: 'Accepts new patients',
  not_accepting: 'Does not accept new patients',
  existing_only: 'Existing patients only',
  unknown: 'Not stated by any source',
} as const

/** Whether a clinician accepts new patients, as a sentence without its subject. */
export function formatAccepting(value: AcceptingNewPatients['value']): string {
  return acceptingWords[value]
}
