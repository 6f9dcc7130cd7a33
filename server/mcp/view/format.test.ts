/** Values of the directory in words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OfficeHours } from '@careatlas/contract/cards'
import {
  describePlace,
  formatAddress,
  formatDate,
  formatDistance,
  formatHours,
  formatLanguages,
  formatPhone,
  telephoneUrl,
} from './format.ts'

function intervals(days: readonly OfficeHours['day'][], open: string, close: string) {
  return days.map((day) => ({ day, open, close }))
}

test('days with the same hours are joined, also over the night and with a break', () => {
  const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
  assert.deepEqual(formatHours(intervals(all, '00:00', '24:00')), ['Mon–Sun 12 AM–12 AM'])
  assert.deepEqual(
    formatHours([
      ...intervals(['mon', 'tue', 'thu'], '08:00', '12:00'),
      ...intervals(['mon', 'tue'], '13:30', '17:00'),
      ...intervals(['sun'], '12:00', '20:15'),
    ]),
    ['Mon–Tue 8 AM–12 PM, 1:30 PM–5 PM', 'Thu 8 AM–12 PM', 'Sun 12 PM–8:15 PM'],
  )
  assert.deepEqual(formatHours([]), [])
})

test('addresses in upper case are in mixed case', () => {
  for (const [line_1, expected] of [
    ['1301 W 38TH ST', '1301 W 38th St'],
    ['12 NW OAK AVE', '12 NW Oak Ave'],
    ["5 ST MARY'S RD", "5 St Mary's Rd"],
    ["7 O'BRIEN CT", "7 O'Brien Ct"],
    ['PO BOX 12', 'PO Box 12'],
    ['9 Main Street', '9 Main Street'],
  ])
    assert.equal(
      formatAddress({ line_1: line_1!, city: 'MCALLEN', state: 'TX', postal_code: '78501' }),
      `${expected}, McAllen, TX 78501`,
    )
})

test('a place that is named by its street is not named twice', () => {
  const address = {
    line_1: '843 YARROW AVE',
    line_2: 'STE 74',
    city: 'PROVIDENCE',
    state: 'RI',
    postal_code: '02908',
  }
  assert.deepEqual(describePlace({ name: '843 Yarrow Avenue, Suite 74', address, city: null }), {
    name: null,
    address: '843 Yarrow Avenue, Suite 74, Providence, RI 02908',
  })
  assert.deepEqual(describePlace({ name: '84 Clinic', address, city: null }).name, '84 Clinic')
  assert.deepEqual(describePlace({ name: 'Clinic', city: 'PROVIDENCE' }), {
    name: 'Clinic',
    address: 'Providence',
  })
})

test('unknown and malformed values stay readable', () => {
  assert.equal(formatDate('2025-10-31'), 'Oct 31, 2025')
  assert.equal(formatDate(null), 'date not stated')
  assert.equal(formatDate('soon'), 'date not stated')
  assert.equal(formatLanguages(['es', 'kea', '<b>']), 'Spanish, Cape Verdean Creole, <b>')
  assert.equal(formatPhone('+14015550127', '12'), '(401) 555-0127 ext. 12')
  assert.equal(formatPhone('+442079460000'), '+442079460000')
  assert.equal(telephoneUrl('+14015550127', '12'), 'tel:+14015550127;ext=12')
})

test('a distance to the center of a ZIP code is approximate', () => {
  assert.deepEqual(
    [
      formatDistance(0.02, true),
      formatDistance(0.02, false),
      formatDistance(3.14, false),
      formatDistance(24.6, true),
    ],
    ['0.0 mi', 'nearby', 'about 3.1 mi', '25 mi'],
  )
})
