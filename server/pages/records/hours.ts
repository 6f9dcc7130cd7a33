/** Office hours in words, with their date and whether the place is open now. */
import type { Address, OfficeHours, Source } from '@careatlas/contract/cards'
import { type Html, html } from '../../web/html.ts'
import { clockTime, hoursLines, localTime } from '../../web/hours-lines.ts'
import type { Language } from '../../web/navigation.ts'
import { dateWords } from './date-words.ts'
import { messages } from './messages.ts'
import { openNow, type OpenNow } from './open-now.ts'

export interface HoursOptions {
  readonly language: Language
  readonly now: Date
  /** The sources of the card. */
  readonly sources: readonly Source[]
}

interface PlaceWithHours {
  readonly office_hours: readonly OfficeHours[]
  readonly address: Address
}

/** "Open now", the hours of each day and their date; "Not known" if no source has hours. */
export function hoursBlock(place: PlaceWithHours, options: HoursOptions): Html {
  const { office_hours: hours } = place
  const { language } = options
  if (hours.length === 0) return html`<p class="unknown">${messages[language].hoursNotKnown}</p>`
  const lines = hoursLines(hours, language)
  return html`${openNowNote(place, options)}
    <dl class="hours">
      ${lines.map(
        ({ days, times }) =>
          html`<dt>${days}</dt>
            <dd>${times.map((time) => html`<span>${time}</span> `)}</dd> `,
      )}
    </dl>
    <p class="small muted">${hoursDate(options)}</p>`
}

/** "Open now until 5 PM", with the local time, so that the sentence stays true when it is read later; null if it cannot be known. */
export function openNowNote(
  { office_hours, address }: PlaceWithHours,
  { language, now }: HoursOptions,
): Html | null {
  const state = openNow(office_hours, address, now)
  if (state === null) return null
  const { timeZone } = state
  const checked =
    timeZone === null
      ? null
      : messages[language].checkedAt(localTime(now, timeZone, language), zoneName(now, timeZone, language))
  return html`<p class="open-now">${openWords(state, language, ' ')}<small>${checked}</small></p>`
}

/** "Open now · until 5 PM" for a list; null if it cannot be known. */
export function openNowLine(
  { office_hours, address }: PlaceWithHours,
  { language, now }: Pick<HoursOptions, 'language' | 'now'>,
): Html | null {
  const state = openNow(office_hours, address, now)
  return state && html`<p>${openWords(state, language, ' · ')}</p>`
}

function openWords({ isOpen, closesAt }: OpenNow, language: Language, separator: string): Html {
  const { openNow: open, closedNow, until } = messages[language]
  if (!isOpen) return html`<strong class="closed">${closedNow}</strong>`
  const end = closesAt === null ? null : `${separator}${until(clockTime(closesAt, language))}`
  return html`<strong class="open">${open}</strong>${end}`
}

/** "Eastern Time" */
function zoneName(now: Date, timeZone: string, language: Language): string | null {
  const { locale } = messages[language]
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null
}

/** Federal registries have no office hours. */
const registries = /^(?:nppes|cms_)/

/** Cards do not say which of their sources has the hours, but it is not a registry, and none of the others has an earlier date. */
function hoursDate({ sources, language }: HoursOptions): Html | string {
  const { hoursAsOf, hoursSince, hoursUndated } = messages[language]
  const dates = sources.filter(({ id }) => !registries.test(id)).map(({ as_of }) => as_of)
  if (dates.length === 0 || dates.includes(null)) return hoursUndated
  const known = dates.filter((date) => date !== null).toSorted()
  const [oldest, newest] = [known[0]!, known.at(-1)!]
  return oldest === newest ? hoursAsOf(dateWords(oldest, language)) : hoursSince(dateWords(oldest, language))
}
