import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { extractDistance } from './extract-distance.ts'

for (const [query, miles, rest] of [
  ['dentist within 10 miles of boston', 10, 'dentist near boston'],
  ['dentist within ten miles of 10001', 10, 'dentist near 10001'],
  ['dentist within twenty five miles of boston', 25, 'dentist near boston'],
  ['dentist within twenty-five miles', 25, 'dentist'],
  ['dentist within a hundred miles of boston', 100, 'dentist near boston'],
  ['dentist within a mile of boston', 1, 'dentist near boston'],
  ['dentist within half a mile of boston', 0.5, 'dentist near boston'],
  ['dentist within 2.5 miles of boston', 2.5, 'dentist near boston'],
  ['dentist within 10mi of boston', 10, 'dentist near boston'],
  ['dentist less than five miles from boston', 5, 'dentist near boston'],
  ['dentist no more than 5 miles away from boston', 5, 'dentist near boston'],
  ['dentist in a 10 mile radius of boston', 10, 'dentist in near boston'],
  ['dentist within a 10 mile radius of boston', 10, 'dentist near boston'],
  ['dentist 15 miles from boston', 15, 'dentist near boston'],
  ['dentist in boston within 15 miles who is kind', 15, 'dentist in boston who is kind'],
  ['willing to drive up to 40 miles for a dentist', 40, 'for a dentist'],
  ['dentista a 5 millas de boston', 5, 'dentista near boston'],
  ['dentista a menos de cinco millas de boston', 5, 'dentista near boston'],
  ['dentista a menos de doce millas de boston', 12, 'dentista near boston'],
  ['dentista a menos de treinta y cinco millas de boston', 35, 'dentista near boston'],
  ['dentista a menos de sesenta millas de boston', 60, 'dentista near boston'],
  ['dentista a menos de veintidós millas de boston', 22, 'dentista near boston'],
  ['dentista a una milla de boston', 1, 'dentista near boston'],
  ['dentista a menos de ciento veinte millas de boston', 100, 'dentista near boston'],
  ['dentista a 16 kilómetros de boston', 9.94, 'dentista near boston'],
  ['dentist within 500 miles of boston', 100, 'dentist near boston'],
  ['dentist within 0 miles of boston', 0.5, 'dentist near boston'],
  ['dentist within 5 miles, no, within 20 miles of boston', 20, 'dentist no near boston'],
  ['dentist within 20 minutes of boston', null, 'dentist near boston'],
  ['knee pain after I run 5 miles', null, 'knee pain after i run 5 miles'],
  ['I can walk up to 5 miles', null, 'i can walk up to 5 miles'],
  ['I ran 3 miles of hills', null, 'i ran 3 miles of hills'],
  ['within normal limits', null, 'within normal limits'],
  ['dentist near seven mile oh', null, 'dentist near seven mile oh'],
] as const)
  test(`the distance of "${query}" is ${miles}`, () => {
    const { found, rest: left } = extractDistance(wordsOf(query))
    assert.deepEqual([found, left.join(' ')], [miles, rest])
  })

for (const [query, isReduced] of [
  ['dentist within two hundred miles of boston', true],
  ['dentist within 101 miles', true],
  ['dentist within 500 km of boston', true],
  ['dentista a menos de 300 millas de boston', true],
  ['dentist within 100 miles of boston', false],
  ['dentist within 150 km of boston', false],
  ['dentist within 200 miles, no, within 20 miles of boston', false],
  ['dentist in boston', false],
] as const)
  test(`the distance of "${query}" is ${isReduced ? 'reduced' : 'kept'}`, () =>
    assert.equal(extractDistance(wordsOf(query)).isReduced, isReduced))

test('reads a query of many numbers in linear time', () => {
  const start = performance.now()
  for (const word of ['within', 'a', 'a a hundred', '1', 'up to', 'willing to drive'])
    extractDistance(wordsOf(`${word} `.repeat(200)))
  assert.ok(performance.now() - start < 200)
})
