/** Ordinals, office times and the language of a message. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detectAnswerLanguage, isLikelySpanish } from './detect-answer-language.ts'
import { isOpenAt } from './office-time.ts'
import { readOfficeTime } from './read-office-time.ts'
import { readOrdinal, readPositions } from './read-ordinal.ts'

describe('ordinals', () => {
  const ordinals: Readonly<Record<string, number | null>> = {
    'the second one': 2,
    'la tercera': 3,
    '#2': 2,
    '4': 4,
    'number 3': 3,
    'the last one': -1,
    'the sixth one': 6,
    'the frist one': 1,
    'my 8th grader': null,
    'first time patient': null,
    'a second opinion': null,
    'my last visit': null,
    'i have 2 kids': null,
  }
  for (const [text, index] of Object.entries(ordinals))
    test(text, () => assert.equal(readOrdinal(text), index))
})

describe('positions', () => {
  const positions: Readonly<Record<string, readonly number[]>> = {
    'phone numbers of the first two': [1, 2],
    'hours for the top 3': [1, 2, 3],
    'el teléfono de los tres primeros': [1, 2, 3],
    'number for the second and the fourth': [2, 4],
    'is the second one open': [],
    'first time for a second opinion': [],
    'call both': [],
  }
  for (const [text, expected] of Object.entries(positions))
    test(text, () => assert.deepEqual(readPositions(text, 5), expected))

  test('both of two', () => assert.deepEqual(readPositions('call both', 2), [1, 2]))
})

describe('office times', () => {
  const monday = [{ day: 'mon', open: '08:00', close: '17:00' }] as const
  const late = [{ day: 'tue', open: '12:00', close: '19:00' }] as const
  const cases = [
    ['monday mornings', monday, true],
    ['what about tuesday evenings?', monday, false],
    ['what about tuesday evenings?', late, true],
    ['los lunes por la noche', monday, false],
    ['on weekends', late, false],
    ['fin de semana', [{ day: 'sat', open: '09:00', close: '12:00' }], true],
    ['after work', monday, false],
  ] as const
  for (const [text, hours, isOpen] of cases)
    test(`${text}: ${hours[0].day} until ${hours[0].close} is ${isOpen ? 'open' : 'closed'}`, () => {
      assert.equal(isOpenAt(hours, readOfficeTime(text)!), isOpen)
    })

  test('a message without a time has none', () => {
    assert.equal(readOfficeTime('a sunny dentist for my monthly visit'), null)
  })
})

describe('languages', () => {
  const languages = {
    'i need a dentist': 'en',
    'necesito un dentista': 'es',
    '¿dermatólogo?': 'es',
    fisioterapeuta: 'es',
    '02903': null,
    medicare: null,
  } as const
  for (const [text, language] of Object.entries(languages))
    test(text, () => assert.equal(detectAnswerLanguage(text, null), language))

  test('one word of another language does not change a conversation, two do', () => {
    assert.equal(detectAnswerLanguage('thanks', 'es'), null)
    assert.equal(detectAnswerLanguage('thanks, show me the others', 'es'), 'en')
  })

  test('Portuguese is not taken for Spanish', () => {
    assert.equal(isLikelySpanish('preciso de um dentista para minha filha'), false)
    assert.equal(isLikelySpanish('necesito un dentista'), true)
  })
})
