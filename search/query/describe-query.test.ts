/** What a query says, for people: its parts, and the query without each of them. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { carrierNames } from './carrier-names.fixture.ts'
import { describeQuery } from './describe-query.ts'
import { createGazetteer } from './gazetteer.ts'
import type { QueryResources } from './query-resources.ts'
import { resolvePlace } from './resolve-place.ts'
import { emptyResources } from './empty-resources.fixture.ts'

const gazetteer = createGazetteer([
  { name: 'providence', state: 'RI', lat: 41.82, lng: -71.41, addresses: 90 },
  { name: 'springfield', state: 'MA', lat: 42.1, lng: -72.59, addresses: 5 },
  { name: 'springfield', state: 'IL', lat: 39.8, lng: -89.65, addresses: 5 },
])

let nameLookups = 0
const resources: QueryResources = {
  ...emptyResources,
  vectors: null,
  gazetteer,
  carriers: carrierNames([{ code: '60054', name: 'Aetna', aliases: [] }]),
  isName: ({ first, last }) => {
    nameLookups++
    return ['MARIA LOPEZ', 'LOPEZ'].includes([first, last].filter(Boolean).join(' '))
  },
}

const describe = (query: string) =>
  describeQuery(query, { collection: 'providers', mode: 'lexical', resources, position: null })

suite('each part is removed with the words around it that mean nothing else', () => {
  for (const [query, kind, value, without] of [
    ['heart doctor who speaks Spanish', 'language', 'es', 'heart doctor'],
    ['heart doctor who speaks Spanish', 'care', 'cardiology', 'who speaks Spanish'],
    ['Spanish speaking female dentist', 'gender', 'F', 'Spanish speaking dentist'],
    ['Spanish speaking female dentist', 'language', 'es', 'female dentist'],
    ['dentist accepting new patients in Providence, RI', 'accepting', '', 'dentist in Providence, RI'],
    [
      'dentist accepting new patients in Providence, RI',
      'place',
      'Providence, RI',
      'dentist accepting new patients',
    ],
    ['dentist that takes Aetna', 'payer', '', 'dentist'],
    ['dentist by video', 'telehealth', '', 'dentist'],
    ['Dr. Lopez heart doctor', 'name', 'lopez', 'heart doctor'],
    ['m\u00e9dico del coraz\u00f3n que hable espa\u00f1ol', 'language', 'es', 'm\u00e9dico del coraz\u00f3n'],
    ['speaks spanish', 'language', 'es', ''],
  ] as const)
    test(`${query}: ${kind} ${value}`, () => {
      const part = describe(query).find((candidate) => candidate.kind === kind && candidate.value === value)
      assert.equal(part?.without, without)
    })
})

test('a query without a known word has no parts', () => {
  assert.deepEqual(describe('zzzz qqqq'), [])
})

test('the parts of a long query cannot be removed, and its lookups are bounded', () => {
  nameLookups = 0
  const words = Array.from({ length: 120 }, (_, index) => `name${String.fromCharCode(97 + (index % 26))}`)
  const parts = describe(`${words.join(' ')} who speaks spanish`)
  assert.ok(parts.every(({ without, kind }) => kind === 'care' || without === null))
  describe(`${words.slice(0, 12).join(' ')} who speaks spanish`)
  assert.ok(nameLookups <= 1000, `${nameLookups} lookups`)
})

suite('a text is a place only as a whole', () => {
  for (const [text, label] of [
    ['Providence, RI', 'Providence, RI'],
    ['providence', 'Providence, RI'],
    ['02903', '02903'],
    ['Rhode Island', 'Rhode Island'],
    ['springfield il', 'Springfield, IL'],
    ['springfield', null],
    ['narrows', null],
    ['Narrows, VA', 'Narrows, VA'],
    ['providence dentist', null],
    ['', null],
  ] as const)
    test(text, () => assert.equal(resolvePlace(text, gazetteer)?.label ?? null, label))
})
