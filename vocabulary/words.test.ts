import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stemOf, wordsOf } from './words.ts'

for (const [text, words] of [
  ['Heart doctor', ['heart', 'doctor']],
  ["Crohn's disease", ['crohn', 'disease']],
  ['can’t sleep', ['cant', 'sleep']],
  ['niño con fiebre, ¡ya!', ['nino', 'con', 'fiebre', 'ya']],
  ['OB/GYN (female)', ['ob', 'gyn', 'female']],
  ['x-ray', ['x', 'ray']],
  ['', []],
  ['🫀 \u202Eabc', ['abc']],
  ['AND (heart* OR "x") NEAR/3', ['and', 'heart', 'or', 'x', 'near', '3']],
] as const) {
  test(`${JSON.stringify(text)} has the words ${words.join(' ') || 'none'}`, () => {
    assert.deepEqual(wordsOf(text), words)
  })
}

/** The words of each line have the same stem. */
const families = [
  'cardiologist cardiologists cardiology cardiological',
  'pediatrician pediatrics paediatric pediatricians',
  'surgeon surgery surgical surgeries',
  'therapist therapy therapies',
  'dentist dental dentistry',
  'urinate urinating urination pee peeing',
  'anxiety anxious',
  'swollen swelling swells',
  'vomit vomiting vomited',
  'bleeding bleed blood',
  'allergist allergies allergic allergy',
  'orthopedist orthopedic orthopaedics',
  'itchy itching itches',
  'dizzy dizziness',
  'midwife midwives',
]
for (const family of families) {
  test(`${family} have one stem`, () => {
    assert.equal(new Set(family.split(' ').map(stemOf)).size, 1, family.split(' ').map(stemOf).join(' '))
  })
}

for (const [a, b] of [
  ['urologist', 'neurologist'],
  ['breath', 'breast'],
  ['heart', 'hearing'],
  ['pcos', 'pco'],
  ['pots', 'pot'],
] as const) {
  test(`${a} and ${b} have different stems`, () => assert.notEqual(stemOf(a), stemOf(b)))
}

test('removes a run of 40,000 accents', () => {
  assert.deepEqual(wordsOf(`a${'\u0301'.repeat(40_000)}b`), ['ab'])
})
