/** The guarantees of every engine, compared with the brute-force oracle; the test of each implementation calls it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Sort } from '@careatlas/contract/envelopes'
import { distanceMiles } from '@careatlas/directory/distance'
import { randomFrom } from '@careatlas/fixtures/random'
import { oracle, type SuiteDocument } from './oracle.fixture.ts'
import type { Collection, Matches, Query, SearchEngine, PageRange } from './search-engine.ts'
import { noPreferences } from './no-preferences.fixture.ts'
import { type TextQuery, noTraits } from './relevance.ts'
import {
  type Condition,
  conditions,
  generateDocuments,
  generateQuery,
  suiteVector,
} from './suite-documents.fixture.ts'
import { queryTerms } from './terms.ts'

/** Opens an engine over the documents of both collections, in ascending order of id. */
export type OpenEngine = (documents: readonly SuiteDocument[]) => Promise<SearchEngine>

const sorts: readonly Sort[] = ['relevance', 'distance', 'name']
const ranges: readonly PageRange[] = [
  { offset: 0, limit: 10 },
  { offset: 7, limit: 1 },
  { offset: 150, limit: 50 },
  { offset: 9_950, limit: 50 },
]
const queriesPerSort = 10

/** Registers the tests of one implementation under its name. */
export function engineSuite(name: string, open: OpenEngine): void {
  describe(name, () => {
    describe('over generated documents', () => generatedCases(open))
    describe('over a few documents', () => handwrittenCases(open))
    describe('first places', () => firstPlacesCases(open))
  })
}

function generatedCases(open: OpenEngine): void {
  const collections: Record<Collection, SuiteDocument[]> = {
    providers: generateDocuments('providers', 1500, 1),
    locations: generateDocuments('locations', 700, 2),
  }
  const documents = [...collections.providers, ...collections.locations]
  const expected = oracle(documents, suiteVector)
  let engine: SearchEngine
  before(async () => {
    engine = await open(documents)
  })
  after(() => engine[Symbol.asyncDispose]())

  for (const [collection, searchConditions] of searches()) {
    const description = `${collection} by ${searchConditions.join(' and ')}`
    const random = randomFrom(searchConditions.length)
    test(`${description}: equals the oracle`, async () => {
      for (const sort of sorts) {
        for (let count = 0; count < queriesPerSort; count++) {
          const query = generateQuery(collections[collection], searchConditions, sort, random)
          await assertAnswers(engine, query, expected(query))
        }
      }
    })
    test(`${description}: pages have no duplicates and no gaps`, async () => {
      for (const sort of sorts) {
        const query = generateQuery(collections[collection], searchConditions, sort, random)
        const all = expected(query)({ offset: 0, limit: documents.length })
        assert.deepEqual(await walk(engine, query, 97), all.hits, JSON.stringify(query))
      }
    })
  }
}

/** Fails if the engine differs from the oracle, on the first page or on late ones. */
export async function assertAnswers(
  engine: SearchEngine,
  query: Query,
  expected: (range: PageRange) => Matches,
): Promise<void> {
  for (const range of ranges) {
    assert.deepEqual(await engine.match(query, range), expected(range), JSON.stringify({ query, range }))
  }
}

/** Every valid combination of conditions: text, a name or a position at least; carriers for providers. */
export function searches(): [Collection, Condition[]][] {
  const subsets = Array.from({ length: 2 ** conditions.length }, (_, bits) =>
    conditions.filter((_condition, bit) => (bits >> bit) & 1),
  )
  const valid = subsets.filter((subset) => subset.some((condition) => condition !== 'carriers'))
  return [
    ...valid.map((subset): [Collection, Condition[]] => ['providers', subset]),
    ...valid
      .filter((subset) => !subset.includes('carriers'))
      .map((subset): [Collection, Condition[]] => ['locations', subset]),
  ]
}

/** All hits, page by page. */
export async function walk(engine: SearchEngine, query: Query, limit: number): Promise<Matches['hits']> {
  const hits: Matches['hits'][number][] = []
  for (let more = true; more;) {
    const page = await engine.match(query, { offset: hits.length, limit })
    hits.push(...page.hits)
    more = page.hasMore
  }
  return hits
}

const noThreshold = { min: 0, minOfTop: 0 }
const firstPage: PageRange = { offset: 0, limit: 10 }
const noMatches: Omit<Matches, 'total'> = { hits: [], hasMore: false, filtered: false }

function provider(id: string, content: Partial<SuiteDocument> = {}): SuiteDocument {
  const slice = { codes: [], prose: '' }
  const empty = {
    slice,
    traits: noTraits,
    text: '',
    points: [],
    carriers: [],
    sortName: '',
    personNames: [],
    placeNames: [],
  }
  return { collection: 'providers', id, ...empty, ...content }
}

function createSlice(...codes: readonly string[]): SuiteDocument['slice'] {
  return { codes: codes.map((code) => ({ code, weight: 1 })), prose: '' }
}

/** A query that matches terms only. */
function termQuery(...terms: string[]): TextQuery {
  return {
    codes: new Map(),
    groups: new Map(),
    vector: null,
    terms,
    lexicalWeight: 1,
    lexicalOnlyWeight: 0,
    preferences: noPreferences,
    person: null,
  }
}

/** A query for clinicians with the surname Garcia. */
function garciaQuery(isDoctor: boolean): TextQuery {
  return { ...termQuery('garcia'), person: { name: { last: 'GARCIA' }, isDoctor } }
}

function ids({ hits }: Matches): string[] {
  return hits.map(({ id }) => id)
}

const near = { lat: 41.8, lng: -71.4 }

/** Searches a new engine over the documents. */
function searchOver(open: OpenEngine) {
  return async (
    documents: readonly SuiteDocument[],
    query: Partial<Query>,
    range = firstPage,
  ): Promise<Matches> => {
    await using engine = await open(documents)
    return await engine.match(
      { collection: 'providers', sort: 'relevance', threshold: noThreshold, ...query },
      range,
    )
  }
}

function handwrittenCases(open: OpenEngine): void {
  const search = searchOver(open)

  test('an engine without documents finds nothing', async () => {
    const position = { ...near, radiusMiles: 100 }
    for (const collection of ['providers', 'locations'] as const) {
      assert.deepEqual(await search([], { collection, position }), { ...noMatches, total: 0 })
      assert.deepEqual(await search([], { collection, text: termQuery('heart') }), {
        ...noMatches,
        total: null,
      })
    }
  })

  test('a point on the edge of the circle is inside', async () => {
    const point = { lat: 41.9, lng: -71.3 }
    const radiusMiles = distanceMiles(near, point)
    const documents = [provider('1000000004', { points: [point] })]
    const edge = await search(documents, { position: { ...near, radiusMiles } })
    assert.deepEqual(edge.hits, [{ id: '1000000004', score: null, distanceMiles: radiusMiles }])
    const inside = await search(documents, { position: { ...near, radiusMiles: radiusMiles - 1e-9 } })
    assert.deepEqual(inside, { ...noMatches, total: 0 })
  })

  test('a provider with several places counts once, at the nearest', async () => {
    const points = [{ lat: 41.9, lng: -71.4 }, near, near, { lat: 41.7, lng: -71.4 }]
    const found = await search([provider('1000000004', { points })], {
      position: { ...near, radiusMiles: 50 },
    })
    assert.deepEqual(found.hits, [{ id: '1000000004', score: null, distanceMiles: 0 }])
    assert.equal(found.total, 1)
  })

  for (const [direction, position, point] of [
    ['across the antimeridian', { lat: 10, lng: 179.9 }, { lat: 10, lng: -179.9 }],
    ['at 180° east from 180° west', { lat: 10, lng: -180 }, { lat: 10, lng: 180 }],
    ['across the north pole', { lat: 89.8, lng: 0 }, { lat: 89.8, lng: 180 }],
    ['across the south pole', { lat: -89.8, lng: 90 }, { lat: -89.8, lng: -90 }],
    ['at the pole itself', { lat: 89.9, lng: 50 }, { lat: 90, lng: -100 }],
  ] as const) {
    test(`a place ${direction} is near`, async () => {
      const documents = [provider('1000000004', { points: [point] })]
      assert.deepEqual(ids(await search(documents, { position: { ...position, radiusMiles: 50 } })), [
        '1000000004',
      ])
    })
  }

  test('equal scores sort by distance, equal distances by id', async () => {
    const far = { lat: 41.9, lng: -71.4 }
    const documents = [
      provider('1000000004', { text: 'heart', points: [far] }),
      provider('1000000012', { text: 'heart', points: [near] }),
      provider('1000000020', { text: 'heart', points: [near] }),
    ]
    const found = await search(documents, {
      text: termQuery('heart'),
      position: { ...near, radiusMiles: 50 },
    })
    assert.deepEqual(ids(found), ['1000000012', '1000000020', '1000000004'])
    assert.equal(new Set(found.hits.map(({ score }) => score)).size, 1)
  })

  describe('a name in the text', () => {
    const at = (miles: number) => [{ lat: near.lat + miles / 69, lng: near.lng }]
    const garcia = (id: string, miles: number, code: string, text = 'ana garcia') =>
      provider(id, { slice: createSlice(code), points: at(miles), text, personNames: [{ last: 'GARCIA' }] })
    const documents = [
      garcia('1000000004', 20, '207RC0000X'),
      garcia('1000000012', 2, '363LF0000X'),
      garcia('1000000020', 5, '208000000X', `ana garcia ${'providence clinic '.repeat(20)}`),
      provider('1000000038', { points: at(1), slice: createSlice('208000000X'), text: 'garcia clinic' }),
      provider('1000000046', { points: at(1), slice: createSlice('208000000X'), text: 'ana smith' }),
    ]
    const position = { ...near, radiusMiles: 50 }

    test('equal matches sort by distance, whatever else their texts have', async () => {
      const found = await search(documents, { text: garciaQuery(false), position })
      assert.deepEqual(
        ids(found).filter((id) => id !== '1000000038'),
        ['1000000012', '1000000020', '1000000004'],
      )
    })

    test('after "Dr", physicians come first, and others remain', async () => {
      const found = await search(documents, {
        text: garciaQuery(true),
        position,
        threshold: { min: 0.45, minOfTop: 0.5 },
      })
      assert.deepEqual(
        ids(found).filter((id) => id !== '1000000038'),
        ['1000000020', '1000000004', '1000000012'],
      )
    })

    test('without a position, physicians come first, too', async () => {
      const nurseFirst = [garcia('1000000004', 2, '363LF0000X'), garcia('1000000012', 20, '207RC0000X')]
      assert.deepEqual(ids(await search(nurseFirst, { text: garciaQuery(true) })), [
        '1000000012',
        '1000000004',
      ])
    })
  })

  test('in distance order, suppliers and drivers come after every clinician, on every page', async () => {
    const far = { lat: 41.9, lng: -71.4 }
    const documents = [
      provider('1000000004', { points: [near], slice: createSlice('343900000X') }),
      provider('1000000012', { points: [far], slice: createSlice('207RC0000X') }),
      provider('1000000020', { points: [near], slice: createSlice('172A00000X', '332B00000X') }),
      provider('1000000038', { points: [near], slice: createSlice('343900000X', '163W00000X') }),
      provider('1000000046', { points: [near], slice: createSlice() }),
    ]
    const query = { position: { ...near, radiusMiles: 50 }, sort: 'distance' } as const
    const inOrder = ['1000000038', '1000000046', '1000000012', '1000000004', '1000000020']
    assert.deepEqual(ids(await search(documents, query)), inOrder)
    for (const offset of inOrder.keys())
      assert.deepEqual(ids(await search(documents, query, { offset, limit: 1 })), [inOrder[offset]])
  })

  test('a query without terms finds nothing', async () => {
    const documents = [provider('1000000004', { text: 'the heart of the matter' })]
    assert.deepEqual(await search(documents, { text: termQuery(...queryTerms('the of')) }), {
      ...noMatches,
      total: null,
    })
  })

  test('an unknown term lowers the score; the threshold withholds hits and sets filtered', async () => {
    const documents = [
      provider('1000000004', { text: 'heart doctor' }),
      provider('1000000012', { text: 'heart surgeon' }),
      provider('1000000020', { text: 'knee surgeon' }),
    ]
    const known = await search(documents, { text: termQuery('heart') })
    const mixed = await search(documents, { text: termQuery('heart', 'xyzzyq', 'plugh') })
    assert.equal(known.hits[0]!.score, 1)
    assert.ok(mixed.hits[0]!.score! < 0.2, `${mixed.hits[0]!.score}`)
    const withheld = await search(documents, {
      text: termQuery('heart', 'xyzzyq', 'plugh'),
      threshold: { min: 0.2, minOfTop: 0 },
    })
    assert.deepEqual(withheld, { ...noMatches, total: null, filtered: true })
  })

  test('hasMore is false if only hits below the threshold follow', async () => {
    const documents = [
      provider('1000000004', { text: 'heart doctor' }),
      provider('1000000012', { text: 'heart' }),
      provider('1000000020', { text: 'knee doctor '.repeat(9) }),
    ]
    const query = { text: termQuery('heart', 'doctor'), threshold: { min: 0.75, minOfTop: 0 } }
    const found = await search(documents, query, { offset: 0, limit: 1 })
    assert.deepEqual(
      { ...found, hits: ids(found) },
      { hits: ['1000000004'], total: null, hasMore: false, filtered: true },
    )
  })

  test('any text of any length is a valid query', async () => {
    const documents = [provider('1000000004', { text: 'Cardiología 心臓 doctor' })]
    for (const text of [
      'cardiologia',
      '心臓',
      '\uD800',
      '\u0000',
      '🫀',
      "'; --",
      'ﷺ'.repeat(9_000),
      'a b '.repeat(9_000),
    ]) {
      const found = await search(documents, { text: termQuery(...queryTerms(text)) })
      assert.equal(found.hits.length, /cardio|心/.test(text) ? 1 : 0, text.slice(0, 20))
    }
  })
}

/** Three clinicians of each code, in the order of the codes. */
function threeOf(...codes: readonly string[]): SuiteDocument[] {
  return codes.flatMap((code, index) =>
    [0, 1, 2].map((copy) =>
      provider(String(1_000_000_000 + 10 * index + copy), { slice: createSlice(code), points: [near] }),
    ),
  )
}

function codeQuery(
  scores: Readonly<Record<string, number>>,
  groups: Readonly<Record<string, number>>,
): TextQuery {
  return {
    ...termQuery(),
    lexicalWeight: 0,
    codes: new Map(Object.entries(scores)),
    groups: new Map(Object.entries(groups)),
  }
}

const scoresOf = { '207RC0000X': 1, '208000000X': 0.9, '122300000X': 0.85, '363LF0000X': 0.7 }
const competing = threeOf(...Object.keys(scoresOf))
const fourGroups = codeQuery(scoresOf, {
  '207RC0000X': 0,
  '208000000X': 1,
  '122300000X': 2,
  '363LF0000X': 3,
})
/** The best three, the first one of two other groups, then the rest; the last group is too weak to compete. */
const mixed = [0, 1, 2, 10, 20, 11, 12, 21, 22, 30, 31, 32].map((serial) => String(1_000_000_000 + serial))

function firstPlacesCases(open: OpenEngine): void {
  const search = searchOver(open)

  test('the best hit of each competing group has one of the first five places', async () => {
    const found = await search(competing, { text: fourGroups }, { offset: 0, limit: 50 })
    assert.deepEqual(ids(found), mixed)
    assert.deepEqual([found.total, found.hasMore], [null, false])
  })

  test('a group competes with its best hit, also if that has a term of the query', async () => {
    const named = provider('1000000090', { slice: createSlice('208000000X'), text: 'smith' })
    const text = { ...fourGroups, terms: ['smith'], lexicalWeight: 0.1 }
    const found = await search([...competing, named], { text, threshold: { min: 0.5, minOfTop: 0 } })
    assert.deepEqual(ids(found).slice(0, 5), [
      '1000000090',
      '1000000000',
      '1000000001',
      '1000000002',
      '1000000020',
    ])
  })

  test('pages of any size continue the mixed order, and a repeated search gives the same', async () => {
    await using engine = await open(competing)
    const query: Query = {
      collection: 'providers',
      sort: 'relevance',
      threshold: noThreshold,
      text: fourGroups,
    }
    for (const limit of [1, 2, 4, 5, 7, 12]) {
      const hits = await walk(engine, query, limit)
      assert.deepEqual(
        hits.map(({ id }) => id),
        mixed,
        `pages of ${limit}`,
      )
    }
  })

  test('codes of one group keep their order', async () => {
    const oneGroup = codeQuery(scoresOf, Object.fromEntries(Object.keys(scoresOf).map((code) => [code, 0])))
    const found = await search(competing, { text: oneGroup }, { offset: 0, limit: 50 })
    assert.deepEqual(
      ids(found),
      competing.map(({ id }) => id),
    )
  })

  test('of more groups than places, the best ones have the places', async () => {
    const codes = ['207RC0000X', '208000000X', '122300000X', '363LF0000X', '282N00000X', '1041C0700X']
    const text = codeQuery(
      Object.fromEntries(codes.map((code, index) => [code, 1 - 0.02 * index])),
      Object.fromEntries(codes.map((code, index) => [code, index])),
    )
    const found = await search(threeOf(...codes), { text })
    assert.deepEqual(
      ids(found),
      [0, 10, 20, 30, 40, 1, 2, 11, 12, 21].map((serial) => String(1_000_000_000 + serial)),
    )
  })

  test('with a position the nearest of the best group comes first, and each other group shows its nearest', async () => {
    const at = (miles: number) => [{ lat: near.lat + miles / 69, lng: near.lng }]
    const documents = [
      provider('1000000004', { slice: createSlice('207RC0000X'), points: at(9) }),
      provider('1000000012', { slice: createSlice('208000000X'), points: at(1) }),
      provider('1000000020', { slice: createSlice('207RC0000X'), points: at(2) }),
      provider('1000000038', { slice: createSlice('208000000X'), points: at(5) }),
      ...[3, 4, 6, 7].map((miles) =>
        provider(`10000001${miles}0`, { slice: createSlice('207RC0000X'), points: at(miles) }),
      ),
    ]
    const query = { text: fourGroups, position: { ...near, radiusMiles: 50 } }
    assert.deepEqual(ids(await search(documents, query)), [
      '1000000020',
      '1000000130',
      '1000000140',
      '1000000160',
      '1000000012',
      '1000000170',
      '1000000004',
      '1000000038',
    ])
    const byDistance = await search(documents, { ...query, sort: 'distance' })
    const miles = byDistance.hits.map(({ distanceMiles: value }) => value!)
    assert.equal(miles.length, documents.length)
    assert.deepEqual(
      miles,
      miles.toSorted((a, b) => a - b),
      'the order by distance is not mixed',
    )
  })
}
