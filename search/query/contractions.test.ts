import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutContractions } from './contractions.ts'

for (const [written, full] of Object.entries({
  "I'd like a dentist": 'I would like a dentist',
  'someone who’ll come to the house': 'someone who will come to the house',
  "she'd stop and he'll start": 'she would stop and he will start',
  'ill with a cold': 'ill with a cold',
  "my mother's knee can't bend": "my mother's knee can't bend",
}))
  test(`${written}: ${full}`, () => assert.equal(withoutContractions(written), full))
