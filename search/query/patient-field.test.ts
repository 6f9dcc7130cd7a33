import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultVocabulary } from './query-resources.ts'
import { raisePatientFields, raisePediatricFields } from './patient-field.ts'

const { concepts } = defaultVocabulary().finder
const numberOf = (id: string): number => concepts.findIndex((concept) => concept.id === id)

function rank(best: string): readonly string[] {
  const scores = new Float32Array(concepts.length)
  scores[numberOf(best)] = 1
  const raised = raisePatientFields(scores, concepts, { child: true, family: false, pregnant: false })
  const result = raisePediatricFields(raised, concepts)
  return concepts
    .map(({ id }, number) => ({ id, score: result[number]! }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ id }) => id)
}

test('for the mental health of a child, its field for children comes first, without pediatrics', () => {
  const ids = rank('psychiatry')
  assert.equal(ids[0], 'child-and-adolescent-psychiatry')
  assert.ok(!ids.includes('pediatrics'))
})

test('for other care of a child, pediatrics is raised', () =>
  assert.ok(rank('dermatology').includes('pediatrics')))

for (const [field, pediatric] of [
  ['spine-surgery', 'pediatric-orthopedics'],
  ['cardiac-electrophysiology', 'pediatric-cardiology'],
  ['epilepsy-care', 'child-neurology'],
] as const)
  test(`for a child, ${pediatric} comes before ${field}`, () => assert.equal(rank(field)[0], pediatric))
