/** The groups of suggestions: kinds of care, towns, and the names that explain a suggestion. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { allConcepts } from '@careatlas/vocabulary/concept'
import { ConceptFinder } from '@careatlas/vocabulary/concept-finder'
import { isStopWord, stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { createGazetteer } from '../query/gazetteer.ts'
import { CareNames } from './care-names.ts'
import { findOtherName } from './other-name.ts'
import { suggestCare } from './suggest-care.ts'
import { suggestTowns } from './suggest-towns.ts'

const concepts = allConcepts()
const careNames = new CareNames(concepts)

function typedText(q: string, limit = 5) {
  return { q, text: wordsOf(q).join(' '), position: null, limit }
}

/** The kinds of care for "heart" in a directory with clinicians of one code. */
function heartCare(code: string): readonly string[] {
  return suggestCare(typedText('heart'), careNames, new Map([[code, 9]])).map(
    ({ clinical_name }) => clinical_name,
  )
}

suite('a kind of care', () => {
  const clinicians = new Map([
    ['207RC0000X', 30],
    ['207W00000X', 20],
  ])

  for (const [q, plain_name, clinical_name, matched] of [
    ['cardiolo', 'cardiologist', 'cardiology', null],
    ['Ophthalmology', 'eye doctor', 'ophthalmology', null],
    ['eye doc', 'eye doctor', 'ophthalmology', null],
    ['opthamologist', 'eye doctor', 'ophthalmology', null],
    ['photophob', 'eye doctor', 'ophthalmology', 'photophobia'],
  ] as const)
    test(`${q} is ${clinical_name}`, () => {
      const [first] = suggestCare(typedText(q), careNames, clinicians)
      assert.deepEqual(first, { plain_name, clinical_name, matched, q: matched ?? plain_name })
    })

  test('comes first if more clinicians of the directory give it', () => {
    assert.equal(heartCare('207RC0000X')[0], 'cardiology')
    assert.notDeepEqual(heartCare('207RC0000X'), heartCare('208G00000X'))
  })

  test('is not suggested for a text without letters', () => {
    assert.deepEqual(suggestCare(typedText('%_"*'), careNames, new Map()), [])
  })

  test('is among the best for its own q, which a search accepts', () => {
    const finder = new ConceptFinder(concepts, null)
    const inScope = concepts.filter(({ codes }) => codes.length > 0)
    const losing = inScope.filter((concept) => {
      const [{ q } = { q: '' }] = suggestCare(
        typedText(concept.phrases[0]!.text, 10),
        new CareNames([concept]),
        new Map(),
      )
      const stems = [
        ...new Set(
          wordsOf(q)
            .filter((word) => !isStopWord(word))
            .map(stemOf),
        ),
      ]
      const scores = finder.find(q, stems).words
      assert.ok(q.length >= 2, concept.id)
      return scores[concepts.indexOf(concept)]! < Math.max(...scores) - 0.01
    })
    assert.deepEqual(
      losing.map(({ id }) => id),
      [],
    )
  })
})

suite('a town', () => {
  const towns = [
    { name: 'providence', state: 'RI', lat: 41.82, lng: -71.41, addresses: 50 },
    { name: 'providence', state: 'UT', lat: 41.7, lng: -111.8, addresses: 60 },
    { name: 'provo', state: 'UT', lat: 40.23, lng: -111.66, addresses: 90 },
    { name: 'east providence', state: 'RI', lat: 41.81, lng: -71.37, addresses: 99 },
  ]
  const gazetteer = createGazetteer(towns)
  const find = (q: string, position: { lat: number; lng: number } | null = null) =>
    suggestTowns({ ...typedText(q), position }, towns, gazetteer).map(
      ({ name, state }) => `${name}, ${state}`,
    )

  for (const [q, names, position] of [
    ['prov', ['Provo, UT', 'Providence, UT', 'Providence, RI', 'East Providence, RI'], null],
    ['prov', ['Providence, RI', 'Providence, UT', 'Provo, UT', 'East Providence, RI'], towns[0]!],
    ['Providence', ['Providence, UT', 'Providence, RI', 'East Providence, RI'], null],
    ['providence, r', ['Providence, RI'], null],
    ['providence rhode is', ['Providence, RI'], null],
    ['providence x', [], null],
    ['02903', ['02903, RI'], null],
    ['00000', [], null],
    ['0290', [], null],
  ] as const)
    test(`${q} is ${names.join(' and ') || 'none'}${position ? ', from Rhode Island' : ''}`, () => {
      assert.deepEqual(find(q, position), names)
    })
})

test('another name is returned if only that name has a typed word', () => {
  const names = ['ANA LOPEZ', 'ANA MARIA GARCIA']
  assert.equal(findOtherName('ANA SILVA', names, ['ANA', 'GAR']), 'ANA MARIA GARCIA')
  assert.equal(findOtherName('ANA SILVA', names, ['ANA', 'SIL']), null)
  assert.equal(findOtherName('ANA SILVA', names, ['PROVIDENCE']), null)
})
