/** Writes office hours in words: "Monday to Thursday from 8 to 5 and Friday until noon". */
import type { OfficeHours } from '@careatlas/contract/cards'
import { compareText } from '../../ordering.ts'
import { joinList, monthInWords } from './grammar.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

interface DayRun {
  readonly first: number
  readonly last: number
  readonly intervals: readonly OfficeHours[]
}

/** Intervals in the order of the card, by day and opening time, without duplicates. */
export function orderedHours(hours: readonly OfficeHours[]): OfficeHours[] {
  const distinct = new Map(
    hours.map(({ day, open, close }) => [`${days.indexOf(day)}${open}${close}`, { day, open, close }]),
  )
  return [...distinct].toSorted(([a], [b]) => compareText(a, b)).map(([, interval]) => interval)
}

/** "is open on weekdays from 8 to 5, as observed in May 2026". */
export function isOpenInWords(hours: readonly OfficeHours[], asOf: string | null): string {
  return `is open ${hoursInWords(hours)}, as observed${asOf === null ? '' : ` in ${monthInWords(asOf)}`}`
}

/** Words that follow "is open"; empty without hours. Combines neighboring days with the same hours. */
export function hoursInWords(hours: readonly OfficeHours[]): string {
  const runs = groupDays(orderedHours(hours))
  return joinList(
    runs.map((run, index) =>
      `${daysInWords(run, runs.length)} ${intervalsInWords(run, runs[index - 1])}`.trim(),
    ),
  )
}

function groupDays(hours: readonly OfficeHours[]): readonly DayRun[] {
  const runs: DayRun[] = []
  days.forEach((day, index) => {
    const intervals = hours.filter((interval) => interval.day === day)
    if (intervals.length === 0) return
    const previous = runs.at(-1)
    if (previous?.last === index - 1 && haveSameTimes(previous.intervals, intervals))
      runs.splice(-1, 1, { ...previous, last: index })
    else runs.push({ first: index, last: index, intervals })
  })
  return runs
}

function haveSameTimes(some: readonly OfficeHours[], others: readonly OfficeHours[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ open, close }, index) => open === others[index]?.open && close === others[index]?.close)
  )
}

function daysInWords({ first, last }: DayRun, runs: number): string {
  if (first === 0 && last === 6) return 'every day'
  if (first === 0 && last === 4 && runs <= 2) return 'on weekdays'
  if (first === last) return dayNames[first]!
  return `${dayNames[first]} ${last === first + 1 ? 'and' : 'to'} ${dayNames[last]}`
}

function intervalsInWords({ intervals }: DayRun, previous: DayRun | undefined): string {
  const [only, another] = intervals
  if (only === undefined) return ''
  if (another !== undefined) return joinList(intervals.map((interval) => intervalInWords(interval)))
  const before = previous?.intervals.length === 1 ? previous.intervals[0] : undefined
  return before?.open === only.open && isOfficeDay(before) ? untilInWords(only) : intervalInWords(only)
}

/** Whether the day opens in the morning and closes by evening, so that the times are clear without "am" and "pm". */
function isOfficeDay({ open, close }: OfficeHours): boolean {
  return (
    open >= '06:00' &&
    open <= '11:59' &&
    close >= '12:00' &&
    close <= '20:00' &&
    minutesBetween(open, close) < 12 * 60
  )
}

function minutesBetween(open: string, close: string): number {
  return (
    (Number(close.slice(0, 2)) - Number(open.slice(0, 2))) * 60 +
    Number(close.slice(3)) -
    Number(open.slice(3))
  )
}

function untilInWords(interval: OfficeHours): string {
  if (isAroundTheClock(interval)) return 'around the clock'
  return `until ${timeInWords(interval.close, !isOfficeDay(interval))}`
}

function intervalInWords(interval: OfficeHours): string {
  if (isAroundTheClock(interval)) return 'around the clock'
  const { open, close } = interval
  const isClear = isOfficeDay(interval) || (open >= '12:00' && open < close && close <= '19:00')
  return `from ${timeInWords(open, !isClear)} to ${timeInWords(close, !isClear)}`
}

function isAroundTheClock({ open, close }: OfficeHours): boolean {
  return open === '00:00' && (close >= '23:59' || close === '00:00')
}

/** `08:00` → "8", `17:30` → "5:30", or "5:30 pm" if `showsPeriod`; also "noon" and "midnight". */
function timeInWords(time: string, showsPeriod: boolean): string {
  const hour = Number(time.slice(0, 2))
  const minutes = time.slice(3)
  if (minutes === '00' && hour === 12) return 'noon'
  if (minutes === '00' && hour % 24 === 0) return 'midnight'
  const shown = `${hour % 12 === 0 ? 12 : hour % 12}${minutes === '00' ? '' : `:${minutes}`}`
  return showsPeriod ? `${shown} ${hour % 24 < 12 ? 'am' : 'pm'}` : shown
}
