/** Office hours as lines of text: neighboring days with the same hours in one line. */
import type { OfficeHours } from '@careatlas/contract/cards'
import { locales } from './format.ts'
import type { Language } from './navigation.ts'

/** Neighboring days with the same hours are joined. */
export function hoursLines(
  hours: readonly OfficeHours[],
  language: Language,
): readonly { readonly days: string; readonly times: readonly string[] }[] {
  // One line for each interval.
  const byDay = weekdays.map((day) =>
    hours
      .filter((interval) => interval.day === day)
      .map(({ open, close }) => `${clockTime(open, language)} – ${clockTime(close, language)}`)
      .join('\n'),
  )
  return byDay.flatMap((times, first) => {
    if (times === '' || times === byDay[first - 1]) return []
    let last = first
    while (byDay[last + 1] === times) last++
    const days = [...new Set([first, last])].map((day) => dayName(day, language)).join(' – ')
    return [{ days, times: times.split('\n') }]
  })
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** 0 is Monday. January 1, 2024 was one. */
function dayName(day: number, language: Language): string {
  const date = new Date(Date.UTC(2024, 0, 1 + day))
  return new Intl.DateTimeFormat(locales[language], { weekday: 'short', timeZone: 'UTC' }).format(date)
}

/** `17:30` → "5:30 PM"; `24:00` is midnight. */
export function clockTime(time: string, language: Language): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return localTime(new Date(Date.UTC(2024, 0, 1, hour, minute)), 'UTC', language)
}

export function localTime(time: Date, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { hour: 'numeric', minute: '2-digit', timeZone }).format(
    time,
  )
}
