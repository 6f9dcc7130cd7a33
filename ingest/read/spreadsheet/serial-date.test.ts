import assert from 'node:assert/strict'
import test from 'node:test'
import { parseSerialDate } from './serial-date.ts'

const days: readonly (readonly [serial: number, date: string | null])[] = [
  [45_207, '2023-10-08'],
  [45_207.99, '2023-10-08'],
  [38_495, '2005-05-23'],
  [45_351, '2024-02-29'],
  [61, '1900-03-01'],
  [2_958_465, '9999-12-31'],
  [60, null],
  [0, null],
  [-1, null],
  [2_958_466, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
]
for (const [serial, date] of days) {
  test(`the number ${serial} in a date cell is ${date ?? 'not a date'}`, () => {
    assert.equal(parseSerialDate(serial), date)
  })
}
