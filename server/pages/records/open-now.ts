/** Whether a place is open, in its local time. */
import type { Address, OfficeHours } from '@careatlas/contract/cards'
import { timeZonesOf } from '@careatlas/directory/state-time-zones'

export interface OpenNow {
  readonly isOpen: boolean
  /** `17:00`; null if it is closed, or stays open past midnight. */
  readonly closesAt: string | null
  /** The zone of the place; null if its state has several, in all of which the answer is the same. */
  readonly timeZone: string | null
}

/** Null if it cannot be known: without hours, without a time zone, or if the time zones of the state differ in the answer. */
export function openNow(
  hours: readonly OfficeHours[],
  address: Pick<Address, 'country' | 'state'>,
  now: Date,
): OpenNow | null {
  // An interval that ends before it begins may be an error or go past midnight.
  if (hours.length === 0 || hours.some(({ open, close }) => close <= open)) return null
  const zones = timeZonesOf(address)
  const [first, ...others] = zones.map((zone) => findInterval(hours, zone, now))
  if (first === undefined || others.some((interval) => interval !== first)) return null
  const closesAt = first === null || first.close === '24:00' ? null : first.close
  return { isOpen: first !== null, closesAt, timeZone: zones.length === 1 ? zones[0]! : null }
}

/** The interval at the local time of a zone; null between intervals. */
function findInterval(hours: readonly OfficeHours[], timeZone: string, now: Date): OfficeHours | null {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  const [day, time] = [part('weekday').toLowerCase(), `${part('hour')}:${part('minute')}`]
  return (
    hours.find((interval) => interval.day === day && interval.open <= time && time < interval.close) ?? null
  )
}
