/** The towns of the map over HTTP: the largest ones in a box, with bounds, and text that stays text. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { runServer } from '../../running.fixture.ts'
import { planted, publishDemoDirectory } from './demo-directory.fixture.ts'
import { largestTowns } from './map-towns.ts'

const server = await runServer({}, { publish: publishDemoDirectory })
after(() => server[Symbol.asyncDispose]())

const readTowns = (query: string) => fetch(`${server.url}/map/towns${query}`)

test('a box has its towns, the largest first', async () => {
  const response = await readTowns('?box=41,-72,42,-71')
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  const { towns } = (await response.json()) as { readonly towns: readonly { readonly name: string }[] }
  assert.deepEqual(towns[0], { name: 'Providence', lat: 41.8231, lng: -71.4187 })
  assert.equal(towns[1]?.name, titleCasePlace(`${planted}town`))
  assert.equal(towns.length, 2)
})

test('a box elsewhere has none', async () => {
  assert.deepEqual(await (await readTowns('?box=30,-100,31,-99')).json(), { towns: [] })
})

describe('a box that is not four numbers in order is refused', () => {
  for (const query of [
    '',
    '?box=',
    '?box=41,-72,42',
    '?box=41,-72,42,-71,0',
    '?box=42,-72,41,-71',
    '?box=41,-71,42,-72',
    '?box=a,b,c,d',
    '?box=41,-72,42,1e9',
    '?box=41,-72,42,Infinity',
    '?box=41,-72,42,-71&box=41,-72,42,-71',
    '?box=%ff',
  ])
    test(query, async () => {
      const response = await readTowns(query)
      assert.equal(response.status, 400)
      const { error } = (await response.json()) as { readonly error: { readonly code: string } }
      assert.equal(error.code, 'invalid_parameter')
    })
})

test('a box of the whole country has at most 120 towns', () => {
  const towns = Array.from({ length: 30_000 }, (_, index) => ({
    name: `town ${index}`,
    state: 'RI',
    lat: 25 + (index % 240) / 10,
    lng: -120 + (index % 500) / 10,
    addresses: (index * 7919) % 30_000,
  }))
  const found = largestTowns(towns, { south: -90, west: -180, north: 90, east: 180 })
  assert.equal(found.length, 120)
  assert.equal(found[0]?.name, `Town ${towns.findIndex(({ addresses }) => addresses === 29_999)}`)
})

test('without a snapshot, the service says that it is not ready', async () => {
  await using empty = await runServer({}, { published: false })
  assert.equal((await fetch(`${empty.url}/map/towns?box=41,-72,42,-71`)).status, 503)
})
