import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OfficeHours } from '@careatlas/contract/cards'
import { hoursInWords, orderedHours } from './hours.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** `1-4 08:00-17:00` → the same hours from Monday to Thursday. */
function hours(text: string): OfficeHours[] {
  return text.split('; ').flatMap((run) => {
    const [, first, last = first, open = '', close = ''] = /^(\d)(?:-(\d))? (\S+)-(\S+)$/.exec(run) ?? []
    return days.slice(Number(first) - 1, Number(last)).map((day) => ({ day, open, close }))
  })
}

const hoursCases: Readonly<Record<string, string>> = {
  '1-4 08:00-17:00; 5 08:00-12:00': 'Monday to Thursday from 8 to 5 and Friday until noon',
  '1-5 08:00-18:00; 6 08:00-12:00': 'on weekdays from 8 to 6 and Saturday until noon',
  '1-5 09:00-17:30': 'on weekdays from 9 to 5:30',
  '1-7 00:00-24:00': 'every day around the clock',
  '1-7 08:00-20:00': 'every day from 8 am to 8 pm',
  '6-7 10:00-14:00': 'Saturday and Sunday from 10 to 2',
  '3 13:00-17:00': 'Wednesday from 1 to 5',
  '1 08:00-12:00; 1 13:00-17:00': 'Monday from 8 to noon and from 1 to 5',
  '1 07:00-21:00': 'Monday from 7 am to 9 pm',
  '1 08:30-17:00; 3 08:30-17:00; 5 09:00-17:00':
    'Monday from 8:30 to 5, Wednesday until 5 and Friday from 9 to 5',
  '5 22:00-24:00': 'Friday from 10 pm to midnight',
  '1 12:00-19:00': 'Monday from noon to 7',
}

for (const [observed, expected] of Object.entries(hoursCases)) {
  test(`${observed} is written "${expected}", in any order of observation`, () => {
    assert.equal(hoursInWords(hours(observed)), expected)
    assert.equal(hoursInWords(hours(observed).toReversed()), expected)
  })
}

test('without hours the text is empty', () => {
  assert.equal(hoursInWords([]), '')
})

test('an interval that two sources state appears once', () => {
  assert.equal(orderedHours([...hours('1-2 08:00-17:00'), ...hours('1 08:00-17:00')]).length, 2)
})
