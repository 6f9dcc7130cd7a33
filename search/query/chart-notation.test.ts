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
  'h/o breast CA': 'h/o breast cancer',
  's/p renal txp, rising Cr': 's/p renal transplant, rising creatinine',
  's/p MI, cardiac rehab': 'history of heart attack, cardiac rehab',
  'dysmenorrhea, r/o endo': 'dysmenorrhea,   endometriosis',
  'peds sleep study': 'pediatric sleep study',
  'vasc surg, gen surg': 'vascular surg, general surgery',
  'cards consult': 'cardiology consult',
  'B12 def': 'B12 deficiency',
  'cataract surgery OD': 'cataract surgery ',
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
  'dentist in CA',
  'peds for my son',
  'refer to peds',
  'OD eye exam',
  'CHADS-VASc 4',
  'playing cards',
  'liver doctor CA',
])
  test(`${text} has no notation`, () => assert.equal(withoutChartNotation(text), text))
