/** Searches end to end: a query string in, an envelope out, on the real engine. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  LocationSearchEnvelope as LocationSearchSchema,
  ProviderSearchEnvelope as ProviderSearchSchema,
  type LocationSearchEnvelope,
  type ProviderSearchEnvelope,
} from '@careatlas/contract/envelopes'
import { parseParameters } from '@careatlas/contract/parse-parameters'
import { responseBudgetBytes } from './truncate.ts'
import { searchLocations } from './search-locations.ts'
import { searchProviders } from './search-providers.ts'
import { openSearchContext } from './search-pipeline.fixture.ts'

const context = await openSearchContext()
after(() => context[Symbol.asyncDispose]())

const options = { budgetBytes: responseBudgetBytes.default }

async function providers(search: string): Promise<ProviderSearchEnvelope> {
  const { json } = await searchProviders(parseParameters('searchProviders', search), context, options)
  return ProviderSearchSchema.parse(JSON.parse(json))
}

async function locations(search: string): Promise<LocationSearchEnvelope> {
  const { json } = await searchLocations(parseParameters('searchLocations', search), context, options)
  return LocationSearchSchema.parse(JSON.parse(json))
}

const marta = '2000000002'
const anne = '2000000010'
const joao = '2000000028'

suite('the parameters determine the mode and the order of hits', () => {
  const rows: readonly (readonly [
    search: string,
    mode: string,
    sort: string,
    total: number | undefined,
    npis: string[],
  ])[] = [
    ['q=pediatrician', 'hybrid', 'relevance', undefined, [anne]],
    ['q=pediatrician&search_mode=semantic', 'semantic', 'relevance', undefined, [anne]],
    ['q=heart&last_name=oliveira&zip=02903&radius_miles=5', 'hybrid', 'relevance', undefined, [marta]],
    ['q=pediatrician&search_mode=lexical', 'lexical', 'relevance', undefined, [anne]],
    ['q=pediatrician&carriers=00890', 'hybrid', 'relevance', undefined, []],
    ['last_name=Oliveira', 'name', 'name', 2, [joao, marta]],
    ['last_name=oliveira&lat=41.82&lng=-71.41&radius_miles=60', 'name', 'distance', 2, [marta, joao]],
    ['last_name=oliveira&lat=41.82&lng=-71.41&radius_miles=60&sort=name', 'name', 'name', 2, [joao, marta]],
    ['zip=02891&radius_miles=10', 'geo', 'distance', 2, [marta, joao]],
    ['zip=02903&carriers=medicare,00890', 'geo', 'distance', 2, [marta, anne]],
    ['last_name=Unknownname', 'name', 'name', 0, []],
    ['q=%3F%3F', 'hybrid', 'relevance', undefined, []],
  ]
  for (const [search, mode, sort, total, npis] of rows) {
    test(search, async () => {
      const { parameters, meta, data } = await providers(search)
      assert.deepEqual([parameters.search_mode, parameters.sort], [mode, sort])
      assert.deepEqual(
        data.map(({ npi }) => npi),
        npis,
      )
      assert.equal(meta.total, total)
      assert.equal('total' in meta, total !== undefined)
      assert.deepEqual([meta.count, meta.has_more, meta.data_as_of], [npis.length, false, '2026-01-04'])
    })
  }
})

suite('the response echoes the interpreted parameters', () => {
  test('folded names, and no absent parameters', async () => {
    const { parameters } = await providers('last_name=o%E2%80%99Neil')
    assert.deepEqual(parameters, {
      last_name: 'ONEIL',
      sort: 'name',
      search_mode: 'name',
      limit: 10,
      offset: 0,
    })
  })

  test('the position of a ZIP code, with its radius', async () => {
    const { parameters } = await providers('zip=02903')
    assert.equal(parameters.geo?.source, 'zip')
    assert.equal(parameters.geo?.radius_miles, 25)
    assert.ok(Math.abs((parameters.geo?.lat ?? 0) - 41.82) < 0.05)
  })

  test('the applied carriers', async () => {
    const { parameters } = await providers('q=heart&carriers=medicare&carriers=00890,00890')
    assert.deepEqual(parameters.carriers, ['00890', 'MEDICARE'])
  })

  test('the folded name of a place', async () => {
    const { parameters, data } = await locations('name=harbor%20clinic')
    assert.equal(parameters.name, 'HARBOR CLINIC')
    assert.deepEqual(
      data.map(({ name }) => name),
      ['Harbor Clinic'],
    )
  })
})

suite('hits have search annotations', () => {
  test('a score only with q', async () => {
    const { data: ranked } = await providers('q=heart+surgeon')
    assert.equal(ranked[0]?.npi, joao)
    for (const { score } of ranked)
      assert.ok(score !== null && score > 0 && score === Number(score.toFixed(4)))
    const { data: named } = await providers('last_name=oliveira')
    assert.deepEqual(
      named.map(({ score }) => score),
      [null, null],
    )
  })

  test('distances only with a position; a hit has the distance of its nearest place', async () => {
    const { data } = await providers('lat=41.8183&lng=-71.4139')
    assert.equal(data[0]?.distance_miles, 0)
    const [near = NaN, far = NaN] =
      data[0]?.practice_locations.map((place) => place.distance_miles ?? NaN) ?? []
    assert.equal(near, 0)
    assert.ok(far > 36 && far < 38, String(far))
    const { data: named } = await providers('last_name=oliveira')
    assert.ok(named.every((card) => !('distance_miles' in card)))
    assert.ok(named.every((card) => card.practice_locations.every((place) => !('distance_miles' in place))))
  })

  test('the distance of a place', async () => {
    const { data } = await locations('zip=02903&radius_miles=100')
    assert.deepEqual(
      data.map(({ name }) => name),
      ['Harbor Clinic', 'Shore Office'],
    )
    assert.ok(data.every(({ distance_miles }) => distance_miles !== undefined))
  })
})

suite('pages have no gaps and no duplicates', () => {
  test('by offset + meta.count until has_more is false', async () => {
    const seen: string[] = []
    for (let more = true; more;) {
      const { meta, data } = await providers(`zip=02903&radius_miles=100&limit=1&offset=${seen.length}`)
      seen.push(...data.map(({ npi }) => npi))
      more = meta.has_more
      assert.equal(meta.total, 3)
    }
    assert.deepEqual(seen.toSorted(), [marta, anne, joao])
  })

  test('a page past the end is empty', async () => {
    const { meta, data } = await providers('zip=02903&offset=500')
    assert.deepEqual([data.length, meta.has_more, meta.count], [0, false, 0])
  })
})

suite('a place in q', () => {
  test('becomes the position, and the echo names it', async () => {
    const { parameters, data } = await providers('q=cardiologist+near+02903')
    const { source, label, radius_miles } = parameters.geo ?? {}
    assert.deepEqual([source, label, radius_miles], ['q', '02903', 25])
    assert.equal(data[0]?.npi, marta)
    assert.ok(data[0]?.distance_miles !== undefined)
  })

  test('matches every record near it if q has no other words', async () => {
    const nearZip = await providers('zip=02891')
    for (const search of ['q=near+02891', 'q=02891&sort=relevance']) {
      const { parameters, meta, data } = await providers(search)
      assert.deepEqual([parameters.search_mode, parameters.sort], ['geo', 'distance'])
      assert.deepEqual([parameters.q !== undefined, parameters.geo?.source], [true, 'q'])
      assert.deepEqual([meta.total, data], [nearZip.meta.total, nearZip.data])
    }
    const { parameters, meta } = await locations('q=02903')
    assert.deepEqual([parameters.search_mode, meta.total !== undefined], ['geo', true])
  })

  test('is overridden by the position of the parameters', async () => {
    const { parameters } = await providers('q=cardiologist+near+02903&zip=02891')
    assert.equal(parameters.geo?.source, 'zip')
  })

  test('is ignored if the operator disables it', async () => {
    const { parameters } = await searchProviders(
      parseParameters('searchProviders', 'q=cardiologist+near+02903'),
      context,
      {
        ...options,
        resolvePlaces: false,
      },
    )
    assert.equal(parameters.geo, undefined)
  })
})

test('a payer in q is a hint and does not filter', async () => {
  const { parameters, data } = await providers('q=pediatrician+that+takes+00890')
  assert.deepEqual(parameters.carrier_hints, ['00890'])
  assert.equal(data[0]?.npi, anne)
})

test('a misspelled query runs corrected, and the echo has the correction', async () => {
  const { parameters, data } = await providers('q=cardioligist')
  assert.match(parameters.q_expanded ?? '', /^cardiologist/)
  assert.equal(data[0]?.npi, marta)
})

test('a nonsense query returns no hits', async () => {
  const { data, meta } = await providers('q=asdfgh')
  assert.deepEqual([data.length, meta.has_more], [0, false])
})

suite('a search fails', () => {
  const rows: readonly (readonly [search: string, code: string, message: RegExp])[] = [
    ['q=heart&carriers=nope,MEDICARE,99999', 'unknown_carrier', /got unknown 99999, "NOPE"\.$/],
    ['zip=00000', 'unknown_zip', /got 00000\./],
    ['last_name=%27.%27', 'invalid_parameter', /^last_name must have a letter or digit; got "'\.'"\.$/],
  ]
  for (const [search, code, message] of rows) {
    test(`${search}: ${code}`, () => assert.rejects(providers(search), { code, message }))
  }

  test('after its deadline: timeout', async () => {
    const late = { ...options, deadline: performance.now() }
    await assert.rejects(searchProviders(parseParameters('searchProviders', 'q=heart'), context, late), {
      code: 'timeout',
    })
  })
})

test('fails with an internal error if a hit has no card', async () => {
  const { manifest, carriers } = context.snapshot
  const snapshot = {
    ...context.snapshot,
    manifest,
    carriers,
    cards: (_collection: string, ids: readonly string[]) => ids.map(() => null),
  }
  const contextWithoutCards = { ...context, snapshot }
  await assert.rejects(
    searchProviders(parseParameters('searchProviders', 'q=heart'), contextWithoutCards, options),
    /does not contain/,
  )
})
