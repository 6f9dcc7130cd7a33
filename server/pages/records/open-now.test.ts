import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OfficeHours } from '@careatlas/contract/cards'
import { openNow } from './open-now.ts'

const hours: readonly OfficeHours[] = [
  { day: 'tue', open: '08:00', close: '12:00' },
  { day: 'tue', open: '13:00', close: '17:30' },
  { day: 'sat', open: '00:00', close: '24:00' },
]
const rhodeIsland = { country: 'US', state: 'RI' }
const texas = { country: 'US', state: 'TX' }
const eastern = 'America/New_York'

for (const [title, now, expected] of [
  ['between opening and closing', '2026-11-10T20:30:00Z', { isOpen: true, closesAt: '17:30' }],
  ['at the minute of opening', '2026-11-10T13:00:00Z', { isOpen: true, closesAt: '12:00' }],
  ['at the minute of closing', '2026-11-10T17:00:00Z', { isOpen: false, closesAt: null }],
  ['on a day without hours', '2026-11-11T20:30:00Z', { isOpen: false, closesAt: null }],
  ['in summer time', '2026-07-14T12:00:00Z', { isOpen: true, closesAt: '12:00' }],
  ['on a day that is open around the clock', '2026-11-14T05:00:00Z', { isOpen: true, closesAt: null }],
] as const)
  test(`a place in one time zone is ${expected.isOpen ? 'open' : 'closed'} ${title}`, () =>
    assert.deepEqual(openNow(hours, rhodeIsland, new Date(now)), { ...expected, timeZone: eastern }))

const at = (time: string) => openNow(hours, texas, new Date(`2026-11-10T${time}:00Z`))

test('a place in a state with two time zones is open or closed only if it is so in both', () => {
  assert.deepEqual(at('16:00'), { isOpen: true, closesAt: '12:00', timeZone: null })
  assert.deepEqual(at('14:30'), null)
  assert.deepEqual(at('08:00'), { isOpen: false, closesAt: null, timeZone: null })
})

for (const [title, place, unclear] of [
  ['without hours', rhodeIsland, []],
  ['in an unknown state', { country: 'US', state: null }, hours],
  ['abroad', { country: 'CA', state: 'ON' }, hours],
  ['with hours that end before they begin', rhodeIsland, [{ day: 'tue', open: '20:00', close: '02:00' }]],
] as const)
  test(`nothing is said about a place ${title}`, () =>
    assert.equal(openNow(unclear, place, new Date('2026-11-10T16:00:00Z')), null))
