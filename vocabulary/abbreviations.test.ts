import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAbbreviations } from './abbreviations.ts'
import { allConcepts, parseConcepts } from './concept.ts'

const [lung, hospital] = addAbbreviations(
  parseConcepts(
    [
      'lung\n  codes: 207RP1001X\n  conditions: pulmonary embolism, pe after surgery\n  audience: any',
      'school\n  codes: 207P00000X\n  conditions: pe teacher\n  audience: any\n',
    ].join('\n'),
    'test.txt',
  ),
  [{ short: 'pe', long: 'pulmonary embolism' }],
)

const textsOf = (concept: typeof lung): readonly string[] => concept!.phrases.map(({ text }) => text)

test('a phrase counts with the abbreviation and with the long form', () => {
  assert.deepEqual(textsOf(lung), [
    'pulmonary embolism',
    'pe after surgery',
    'pe',
    'pulmonary embolism after surgery',
  ])
})

test('an abbreviation keeps its other meaning where no phrase has the long form', () => {
  assert.deepEqual(textsOf(hospital), ['pe teacher'])
})

for (const [id, text] of [
  ['pulmonology', 'chronic obstructive pulmonary disease'],
  ['nephrology', 'chronic kidney disease'],
  ['cardiac-electrophysiology', 'atrial fibrillation'],
] as const) {
  test(`${id} has ${text}`, () => {
    assert.ok(textsOf(allConcepts().find((concept) => concept.id === id)).includes(text))
  })
}
