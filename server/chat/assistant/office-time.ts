/** Whether office hours overlap the time that a user asked for. */
import type { OfficeHours } from '@careatlas/contract/cards'
import type { OfficeTime } from './conversation-context.ts'

/** Whether an interval overlaps the time on at least one of the days: "weekend" is Saturday or Sunday. */
export function isOpenAt(hours: readonly OfficeHours[], time: OfficeTime): boolean {
  return hoursAt(hours, time).length > 0
}

/** The intervals that overlap the time. */
export function hoursAt(
  hours: readonly OfficeHours[],
  { days, from, to }: OfficeTime,
): readonly OfficeHours[] {
  return hours.filter(
    ({ day, open, close }) => (days.length === 0 || days.includes(day)) && open < to && close > from,
  )
}
