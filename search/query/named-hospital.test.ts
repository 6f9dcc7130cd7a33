import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { generalHospital, taxonomyOf } from '@careatlas/directory/taxonomy'
import { wordsOf } from '@careatlas/vocabulary/words'
import { emptyResources } from './empty-resources.fixture.ts'
import { namesHospital } from './named-hospital.ts'
import { parseQuery } from './parse-query.ts'

const childrens = '282NC2000X'
const womens = '282NW0100X'
const psychiatric = ['283Q00000X', '273R00000X']

suite('a hospital that a search for places names comes first', () => {
  for (const [query, expected] of [
    ["children's hospital", [childrens]],
    ['hospital for children', [childrens]],
    ['best hospital for kids', [childrens]],
    ['hospital de niños', [childrens]],
    ['childrens hospital near me', [childrens]],
    ['hospital with a maternity ward', [generalHospital, womens]],
    ['hospital with labor and delivery', [generalHospital, womens]],
    ['a hospital that delivers babies', [generalHospital, womens]],
    ['hospital con maternidad', [generalHospital, womens]],
    ['hospital with cardiology', [generalHospital]],
    ['hospital with a good neurologist', [generalHospital]],
    ['hospital with a burn unit', [generalHospital, '284300000X']],
    ['hospital with a psychiatric unit', psychiatric],
    ['psychiatric hospital', psychiatric],
  ] as const)
    test(query, () => {
      const { codes } = parseQuery(query, 'locations', 'hybrid', emptyResources).text
      const [first = ''] = [...codes].toSorted(([, a], [, b]) => b - a)[0] ?? []
      assert.ok((expected as readonly string[]).includes(first), taxonomyOf(first)?.name ?? first)
    })
})

suite('other places beside a hospital are sought themselves', () => {
  for (const query of [
    'pharmacy near the hospital',
    'hospital bed rental',
    'hospital pharmacy',
    'hospital laboratory',
    'physical therapy after a hospital stay',
    'hospital follow up clinic',
    'clinic not hospital',
    'discharged from the hospital with home care',
    'nursing home near hospital',
    'farmacia cerca del hospital',
    'veterans hospital',
    'dialysis center',
    'hospice',
  ])
    test(query, () => assert.ok(!namesHospital(wordsOf(query))))
})

test('a search for clinicians by the name of a hospital has no codes of places', () => {
  const { codes } = parseQuery('hospital with cardiology', 'providers', 'hybrid', emptyResources).text
  assert.ok([...codes.keys()].every((code) => taxonomyOf(code)?.kind === 'individual'))
})
