import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutChartNotation } from './chart-notation.ts'

for (const [written, words] of Object.entries({
  '72F with CHF': '72 yo with CHF',
  '13 M scoliosis': '13 yo scoliosis',
  '34f new patient': '34 yo new patient',
  '58yoM, 61 y/o f and 4 yr m': '58 yo, 61 yo and 4 yo',
  'home PT after d/c': 'home PT after discharge',
  'cards f/u': 'cardiology follow up',
  'cards first': 'cardiology first',
  "pt doesn't drive": "the patient doesn't drive",
  'f/u of asthma w/ eczema': 'follow up of asthma with eczema',
  'braces, refer to ortho': 'braces, refer to orthodontist',
  '#30 needs RCT, refer to endo': 'tooth needs RCT, refer to endodontist',
}))
  test(`${written} is ${words}`, () => assert.equal(withoutChartNotation(written), words))

for (const text of [
  'temp 96F',
  'fever of 97F',
  '101F fever',
  'suite 4F',
  '18F foley change',
  'baby 6m old',
  'takes credit cards',
  'PT for my knee',
  'pt in Warwick',
  'pain 24/7',
  '#1 heart doctor',
  'refer to endo for diabetes',
  'ortho for hip pain',
])
  test(`${text} has no notation`, () => assert.equal(withoutChartNotation(text), text))
