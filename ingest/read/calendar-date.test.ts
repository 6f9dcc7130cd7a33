import assert from 'node:assert/strict'
import test from 'node:test'
import { parseIsoDate, parseSlashDate } from './calendar-date.ts'

const slashes: Record<string, string | null> = {
  '05/23/2005': '2005-05-23',
  '02/29/2024': '2024-02-29',
  '02/29/2023': null,
  '02/29/1900': null,
  '04/31/2024': null,
  '13/01/2024': null,
  '00/10/2024': null,
  '01/00/2024': null,
  '3/25/25': null,
  '': null,
}
for (const [text, date] of Object.entries(slashes)) {
  test(`${JSON.stringify(text)} is ${date ?? 'not a date'}`, () => {
    assert.equal(parseSlashDate(text), date)
  })
}

test('parseIsoDate accepts only dates of the calendar', () => {
  assert.equal(parseIsoDate('2024-02-29'), '2024-02-29')
  assert.equal(parseIsoDate('2023-02-29'), null)
  assert.equal(parseIsoDate('2023-2-9'), null)
})
