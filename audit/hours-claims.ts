/** Checks the hours in a text: every interval must be one of the card, in this order and on each of these days. */
import type { OfficeHours } from '@careatlas/contract/cards'
import { days } from './phrase-tree.ts'
import type { CardReport } from './findings.ts'
import { formatTime } from './allowed-wordings.ts'

const dayName = `(?:${days.join('|')})`
const time = String.raw`(?:\d{1,2}(?::\d\d)?|noon|midnight)(?: [ap]m)?`
const interval = `from (${time}) to (${time})|until (${time})|around the clock`
const spanPattern = new RegExp(
  `\\b(every day|on weekdays|(${dayName})(?: (to|and) (${dayName}))?) ((?:${interval})(?:(?:,| and|, and) (?:${interval}))*)`,
  'gi',
)
const intervalPattern = new RegExp(interval, 'gi')

/** @param places the hours of each place of the card */
export function checkHoursInText(
  field: string,
  text: string,
  places: readonly (readonly OfficeHours[])[],
  report: CardReport,
): void {
  if (!/ (?:from|until) |around the clock/.test(text)) return
  for (const [phrase, range = '', first = '', joiner, last = '', times = ''] of text.matchAll(spanPattern)) {
    const namedDays = listDays(range.toLowerCase(), first.toLowerCase(), joiner, last.toLowerCase())
    for (const [, from, to, until] of times.matchAll(intervalPattern)) {
      const isOpen = (hours: readonly OfficeHours[], day: string): boolean =>
        hours.some(
          (slot) =>
            day.startsWith(slot.day) &&
            isWrittenAs(slot.open, from, '00:00') &&
            isWrittenAs(slot.close, to ?? until, '24:00'),
        )
      report.check(
        places.some((hours) => namedDays.every((day) => isOpen(hours, day))),
        field,
        'hours',
        phrase,
        () => JSON.stringify(places),
      )
    }
  }
}

function listDays(range: string, first: string, joiner: string | undefined, last: string): readonly string[] {
  if (range === 'every day') return days
  if (range === 'on weekdays') return days.slice(0, 5)
  if (joiner === 'to') return days.slice(days.indexOf(first), days.indexOf(last) + 1)
  return last === '' ? [first] : [first, last]
}

/** Whether the text writes `08:00` as `8` or `8 am`. Without a time, any opening matches, but only a closing at midnight. */
function isWrittenAs(stated: string, written: string | undefined, dayLimit: '00:00' | '24:00'): boolean {
  if (written === undefined)
    return dayLimit === '00:00' || stated === dayLimit || stated >= '23:59' || stated === '00:00'
  const [words = '', meridiem] = written.toLowerCase().split(' ')
  const isAfternoon = stated >= '12:00' && stated < '24:00'
  return formatTime(stated) === words && (meridiem === undefined || (meridiem === 'pm') === isAfternoon)
}
