/** Positions at the edges of the map and at the limits of numbers, over HTTP. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { fetchPage, fetchError } from './rest-client.fixture.ts'
import { edgePoints, publishOddDirectory } from '../odd-directory.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'

let server: Running
before(async () => {
  server = await runServer({}, { publish: publishOddDirectory })
})
after(() => server[Symbol.asyncDispose]())

/** Locations by distance. Equal distances are sorted by name here, because the response sorts them by identifier. */
async function findNearby(
  query: string,
): Promise<readonly { readonly name: string; readonly miles: number }[]> {
  const { data } = await fetchPage(server, `/v1/locations?${query}`)
  const found = data.map(({ name, distance_miles }) => ({
    name: String(name),
    miles: Number(distance_miles),
  }))
  assert.deepEqual(
    found.map(({ miles }) => miles),
    found.map(({ miles }) => miles).toSorted((a, b) => a - b),
  )
  return found.toSorted((a, b) => a.miles - b.miles || (a.name < b.name ? -1 : 1))
}

suite('locations are found across a pole and across the antimeridian', () => {
  for (const [query, names] of [
    ['lat=90&lng=0', ['North Pole Clinic', 'Nearly North Clinic']],
    ['lat=90&lng=137.5', ['North Pole Clinic', 'Nearly North Clinic']],
    ['lat=90&lng=-180', ['North Pole Clinic', 'Nearly North Clinic']],
    ['lat=-90&lng=180', ['South Pole Clinic']],
    ['lat=-16.8&lng=-179.9', ['Dateline East Clinic', 'Dateline West Clinic', 'Beyond Dateline Clinic']],
    ['lat=-16.8&lng=179.81', ['Beyond Dateline Clinic', 'Dateline East Clinic', 'Dateline West Clinic']],
    ['lat=0&lng=0', ['Null Island Clinic', 'East Null Island Clinic']],
  ] as const) {
    test(`${query} finds ${names.join(', ')} in order of distance`, async () => {
      const found = await findNearby(query)
      assert.deepEqual(
        found.map(({ name }) => name),
        names,
      )
    })
  }
})

test('180 degrees east and west are the same meridian', async () => {
  for (const lat of [-16.8, 0, 89.9])
    assert.deepEqual(await findNearby(`lat=${lat}&lng=-180`), await findNearby(`lat=${lat}&lng=180`))
})

test('at a pole every longitude is the same point', async () => {
  const expected = await findNearby('lat=90&lng=0')
  for (const lng of [-180, -71.4, 0.000001, 90, 180])
    assert.deepEqual(await findNearby(`lat=90&lng=${lng}`), expected)
})

for (const { lat, lng } of Object.values(edgePoints)) {
  test(`distances from ${lat}, ${lng} are finite, not negative and ascending`, async () => {
    const found = await findNearby(`lat=${lat}&lng=${lng}&radius_miles=100&sort=distance`)
    const miles = found.map((location) => location.miles)
    assert.equal(miles[0], 0)
    assert.ok(miles.every((distance) => Number.isFinite(distance) && distance >= 0 && distance <= 100))
  })
}

suite('equivalent notations of a position find the same locations', () => {
  for (const query of [
    'lat=-0&lng=-0',
    'lat=0.0&lng=0',
    `lat=0.${'0'.repeat(40)}&lng=-0.0`,
    'lat=0.0000004&lng=0',
  ]) {
    test(query.slice(0, 60), async () =>
      assert.deepEqual(await findNearby(query), await findNearby('lat=0&lng=0')),
    )
  }
})

suite('an invalid position is refused with an error that names the parameter', () => {
  for (const [query, code, expected] of [
    ['lat=1', 'missing_parameter', /^lng /],
    ['lng=1', 'missing_parameter', /^lat /],
    ['lat=&lng=1', 'invalid_parameter', /^lat must not be empty/],
    ['lat=90.0001&lng=0', 'invalid_parameter', /^lat /],
    ['lat=-90.0001&lng=0', 'invalid_parameter', /^lat /],
    ['lat=0&lng=180.0001', 'invalid_parameter', /^lng /],
    ['lat=Infinity&lng=0', 'invalid_parameter', /^lat /],
    ['lat=-Infinity&lng=0', 'invalid_parameter', /^lat /],
    ['lat=NaN&lng=0', 'invalid_parameter', /^lat /],
    ['lat=1e-400&lng=0', 'invalid_parameter', /^lat /],
    ['lat=0&lng=1e1', 'invalid_parameter', /^lng /],
    ['lat=0&lng=%D9%A1', 'invalid_parameter', /^lng /],
    ['lat=0&lat=1&lng=0', 'invalid_parameter', /^lat must be sent once/],
    ['lat=0,1&lng=0', 'invalid_parameter', /^lat /],
    ['lat=0&lng=0&radius_miles=0', 'invalid_parameter', /^radius_miles /],
    ['lat=0&lng=0&radius_miles=100.01', 'invalid_parameter', /^radius_miles /],
  ] as const) {
    for (const collection of ['providers', 'locations']) {
      test(`${collection}?${query}: ${code}`, async () => {
        const [status, actualCode, message] = await fetchError(server, `/v1/${collection}?${query}`)
        assert.deepEqual([status, actualCode], [400, code])
        assert.match(message, expected)
      })
    }
  }
})
