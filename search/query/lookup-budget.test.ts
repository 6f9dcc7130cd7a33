import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { carrierNames } from './carrier-names.fixture.ts'
import { withLookupBudget } from './lookup-budget.ts'
import { createGazetteer } from './gazetteer.ts'
import { emptyResources } from './empty-resources.fixture.ts'
import { hostileQueries } from './hostile-queries.fixture.ts'
import type { QueryResources } from './query-resources.ts'
import { correctSpelling } from './correct-spelling.ts'
import { parseQuery } from './parse-query.ts'

/** Every word is a known name, but no clinician has two of them, which causes the most lookups. */
const resources: QueryResources = {
  ...emptyResources,
  gazetteer: createGazetteer(
    ['springfield', 'providence', 'boston', 'sacramento'].map((name) => {
      return { name, state: 'MA', lat: 42, lng: -72, addresses: 9 }
    }),
  ),
  carriers: carrierNames([{ code: '60054', name: 'Aetna', aliases: [] }]),
  isName: ({ first, last }) => first === undefined || last === undefined,
}

/** No name is known, so no lookup makes another one unnecessary. */
const unknownNames: QueryResources = { ...resources, isName: () => false }

/** The number of lookups of each kind. */
interface LookupCounts {
  names: number
  commonNames: number
  commonSurnames: number
  commonPlaceNames: number
  corrections: number
  townsCompared: number
}

function countLookups(
  query: string,
  collection: 'providers' | 'locations' = 'providers',
  queryResources: QueryResources = resources,
): LookupCounts {
  const counts: LookupCounts = {
    names: 0,
    commonNames: 0,
    commonSurnames: 0,
    commonPlaceNames: 0,
    corrections: 0,
    townsCompared: 0,
  }
  const withCounter =
    <Input extends unknown[], Result>(kind: keyof LookupCounts, lookUp: (...input: Input) => Result) =>
    (...input: Input): Result => {
      counts[kind]++
      return lookUp(...input)
    }
  const { spelling, gazetteer } = queryResources
  parseQuery(query, collection, 'hybrid', {
    ...queryResources,
    spelling: {
      has: (word) => spelling.has(word),
      correct: withCounter('corrections', (word: string) => spelling.correct(word)),
    },
    gazetteer: {
      ...gazetteer,
      closestCityName: withCounter('townsCompared', (name: string, state: string | null) =>
        gazetteer.closestCityName(name, state),
      ),
    },
    isName: withCounter('names', queryResources.isName),
    isCommonSurname: withCounter('commonSurnames', queryResources.isCommonSurname),
    isCommonName: withCounter('commonNames', queryResources.isCommonName),
    isCommonPlaceName: withCounter('commonPlaceNames', queryResources.isCommonPlaceName),
  })
  return counts
}

suite('bounds the lookups of every query', () => {
  for (const collection of ['providers', 'locations'] as const) {
    for (const [description, query] of Object.entries(hostileQueries))
      test(`${collection}: ${description}`, () => {
        assert.equal(query.length, 512)
        const { names, commonNames, commonSurnames, commonPlaceNames, corrections, townsCompared } =
          countLookups(query, collection)
        assert.ok(names <= 250, `${names} names`)
        assert.ok(corrections <= 20, `${corrections} corrections`)
        assert.ok(
          commonNames <= 20 && commonPlaceNames <= 20,
          `${commonNames} common names, ${commonPlaceNames} places`,
        )
        assert.ok(commonSurnames <= 5, `${commonSurnames} common surnames`)
        assert.ok(townsCompared <= 6, `${townsCompared} towns compared`)
      })
  }
})

test('no judged query reaches the bounds, even if no name is known', () => {
  const files = ['queries.tsv', 'new-queries-a.tsv', 'new-queries-b.tsv'].map((name) =>
    join(import.meta.dirname, '../../benchmarks/relevance', name),
  )
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(1))
  const all = lines.map((line) => countLookups(line.split('\t')[1]!, 'providers', unknownNames))
  const max = (kind: keyof LookupCounts): number => Math.max(...all.map((count) => count[kind]))
  assert.ok(max('names') < 250 && max('corrections') < 20 && max('commonNames') < 20)
})

test('queries at the bounds are unrealistic', () => {
  const all = Object.values(hostileQueries).map((query) => countLookups(query, 'providers', unknownNames))
  const max = (kind: keyof LookupCounts): number => Math.max(...all.map((count) => count[kind]))
  assert.deepEqual([max('names'), max('corrections'), max('commonNames')], [250, 20, 20])
})

/** Resources within the budget, and the lookups that reach the directory. */
function createCountingResources(exists: boolean) {
  const lookups: string[] = []
  const lookUp = (name: unknown): boolean => {
    lookups.push(JSON.stringify(name))
    return exists
  }
  return {
    lookups,
    known: withLookupBudget({ ...resources, isName: lookUp, isCommonSurname: lookUp }),
  }
}

test('looks up a person once, for any order of the parts of the name', () => {
  const { lookups, known } = createCountingResources(true)
  assert.ok(known.isName({ first: 'ADA', last: 'QUILL' }) && known.isName({ last: 'QUILL', first: 'ADA' }))
  assert.equal(lookups.length, 1)
  known.isName({ first: 'QUILL', last: 'ADA' })
  known.isName({ first: 'ADA', middle: 'QUILL' })
  assert.equal(lookups.length, 3)
})

test('looks up surnames once each, within the bound', () => {
  const { lookups, known } = createCountingResources(true)
  assert.ok(known.isCommonSurname('ward') && known.isCommonSurname('ward'))
  assert.equal(lookups.length, 1)
  for (let at = 0; at < 40; at++) known.isCommonSurname(`ward${at}`)
  assert.equal(lookups.length, 5)
  assert.ok(!known.isCommonSurname('gray'))
})

test('two unknown names leave lookups for a known one', () => {
  const firstNames = ['KAROLINA', 'BRUNHILDE']
  const known = withLookupBudget({
    ...resources,
    isName: ({ first, last }) =>
      first === undefined ? last === 'HART' : !last && firstNames.includes(first),
  })
  correctSpelling(wordsOf('karolina wojciechow brunhilde brzezinska'), known)
  assert.ok(known.isName({ last: 'HART' }))
})

test('corrects a repeated word once', () => {
  assert.equal(countLookups('cardioligist dermatoligist '.repeat(18)).corrections, 2)
})

test('corrects twenty misspelled words', () => {
  const variants =
    'cardioligist dermatoligist neuroligist rheumatoligist psycologist pediatrican optomitrist podiatrst ' +
    'dentits surgoen theripist chiropracter urolgist nefrologist alergist anesthesiologst pulmonoligist ' +
    'gastroenteroligist endocrinoligist hematoligist'
  const { expanded } = parseQuery(variants, 'providers', 'hybrid', { ...resources, isName: () => false })
  for (const variant of variants.split(' ')) assert.ok(!expanded!.split(' ').includes(variant), variant)
})
