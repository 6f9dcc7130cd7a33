import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { after, before, test } from 'node:test'
import {
  LocationDetailEnvelope,
  LocationSearchEnvelope,
  ProviderSearchEnvelope,
} from '@careatlas/contract/envelopes'
import { exampleResponses, getFirstExample } from '@careatlas/contract/example-responses'
import { buildExampleUrl } from '@careatlas/contract/example-url'
import { operations } from '@careatlas/contract/operations'
import { notice } from '@careatlas/fixtures/region/write-region'
import { Accounts } from '@careatlas/state/accounts'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import { Installation, type RunningCommand } from './command.fixture.ts'

const installation = new Installation()
let server: RunningCommand
let key: string

before(async () => {
  server = await installation.serve('demo')
  key = /\bcareatlas_sk_\w+/.exec(server.printed)?.[0] ?? ''
})
after(async () => {
  await server[Symbol.asyncDispose]()
  installation[Symbol.dispose]()
})

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, body: await response.json() }
}

test('the first start prints the URLs and a key that works', async () => {
  assert.match(server.printed, /fictional/)
  assert.equal((await get('/v1/providers?q=dentist&limit=1')).status, 200)
})

test('the first printed URL opens as a page in a browser, and the next line is a search command that works', async () => {
  const [first = ''] = /http\S+/.exec(server.printed) ?? []
  for (const address of [first, /^open +(\S+)$/m.exec(server.printed)?.[1] ?? '']) {
    const page = await fetch(address, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  }
  const [, search = ''] = /^open .*\ntry +(curl .*)$/m.exec(server.printed) ?? []
  const { stdout } = await promisify(execFile)('bash', ['-c', search])
  assert.equal(ProviderSearchEnvelope.parse(JSON.parse(stdout)).data.length, 1)
})

test('the health check answers 200', async () => {
  assert.equal((await get('/v1/health')).status, 200)
})

const searches: Readonly<Record<string, [query: string, mode: string]>> = {
  'only words': ['q=heart+doctor', 'hybrid'],
  'a last name': ['last_name=garcia', 'name'],
  'an apostrophe': ['last_name=O%27Brien', 'name'],
  'a full name': ['first_name=maria&last_name=dubois', 'name'],
  'a position': ['lat=41.82&lng=-71.41', 'geo'],
  'a ZIP code': ['zip=02903&radius_miles=5', 'geo'],
  'words near a ZIP code': ['q=physical+therapist&zip=06360', 'hybrid'],
  'words and carriers': ['q=pediatrician&carriers=DEMO1,demo_medicaid', 'hybrid'],
  'a name and carriers': ['last_name=silva&carriers=DEMO2', 'name'],
  'a position and carriers': ['zip=02860&carriers=DEMO3', 'geo'],
  'all parameters together': [
    'q=doctor&last_name=santos&lat=41.8&lng=-71.4&radius_miles=100&carriers=DEMO1',
    'hybrid',
  ],
}

for (const [name, [query, mode]] of Object.entries(searches)) {
  test(`a search by ${name} returns a valid envelope with search_mode ${mode}`, async () => {
    const { status, body } = await get(`/v1/providers?${query}`)
    assert.equal(status, 200)
    const { parameters, meta, data } = ProviderSearchEnvelope.parse(body)
    assert.equal(parameters.search_mode, mode)
    assert.ok(data.length > 0)
    assert.equal(meta.count, data.length)
    assert.equal(meta.total === undefined, mode === 'hybrid')
    assert.ok(data.every((card) => (card.score === null) === (mode !== 'hybrid')))
    assert.ok(
      data.every(({ distance_miles }) => (distance_miles === undefined) === (parameters.geo === undefined)),
    )
  })
}

for (const operation of operations) {
  for (const [name, example] of Object.entries(operation.examples)) {
    test(`the response to the OpenAPI example ${name} matches its schema`, async () => {
      const { status, body } = await get(buildExampleUrl(operation, example))
      assert.equal(status, 200, JSON.stringify(body))
      const { data = [body] } = operation.response.parse(body) as { data?: unknown }
      assert.notDeepEqual(data, [])
    })
  }
}

/** The version of the package changes with each release. */
const withoutVersion = (response: unknown) => ({ ...Object(response), version: undefined })

for (const operation of operations)
  test(`the OpenAPI document has the response of the demo to the example of ${operation.operationId}`, async () => {
    const { body } = await get(buildExampleUrl(operation, getFirstExample(operation)[1]))
    assert.deepEqual(withoutVersion(body), withoutVersion(exampleResponses[operation.operationId]))
  })

test('has the demo of the chat at the printed address', async () => {
  const [, address = ''] = /^chat +(\S+)$/m.exec(server.printed) ?? []
  assert.equal((await fetch(address)).status, 200)
})

test('every card of the demo has the notice that it is fictional', async () => {
  const providers = ProviderSearchEnvelope.parse(
    (await get('/v1/providers?zip=02903&radius_miles=100&limit=50')).body,
  )
  const locations = LocationSearchEnvelope.parse(
    (await get('/v1/locations?zip=02903&radius_miles=100&limit=50')).body,
  )
  assert.equal(providers.meta.count, 50)
  assert.ok(
    providers.data.every((card) => card.biography.includes(notice) && card.short_biography.includes(notice)),
  )
  assert.ok(locations.data.every((card) => card.summary.includes(notice)))
})

test('the demo answers for a plan on each date: listed, not found, and without a file of the payer', async () => {
  for (const [plan, expected] of [
    [
      'Narrows',
      /listed on <time[^>]*>Oct 31, 2025<\/time> by the[^]*not found in the file of <time[^>]*>Oct 31, 2025/,
    ],
    ['Harborlight', /no file of this plan is held as of <time[^>]*>Nov 9, 2025/],
  ] as const) {
    const query = new URLSearchParams({ q: 'heart doctor', place: '02903', plan }).toString()
    assert.match(await (await fetch(`${server.url}/demo?${query}`)).text(), expected)
  }
})

test('the place of every practice location exists, and its roster has the clinician', async () => {
  const { data } = ProviderSearchEnvelope.parse((await get('/v1/providers?q=cardiologist&limit=10')).body)
  const links = data.flatMap(({ npi, practice_locations }) =>
    practice_locations.map((place) => ({ npi, place })),
  )
  assert.ok(links.length >= 10)
  for (const { npi, place } of links) {
    const { status, body } = await get(`/v1/locations/${place.location_uuid}`)
    assert.equal(status, 200)
    const { providers, provider_count } = LocationDetailEnvelope.parse(body).data
    assert.ok(
      providers.some((entry) => entry.npi === npi),
      `${npi} at ${place.location_uuid}`,
    )
    assert.equal(providers.length, provider_count)
  }
})

test('a revoked key is rejected on its next request', async () => {
  const { stdout: created } = await installation.run('keys', 'create', '--label', 'short-lived')
  const status = async () =>
    (
      await fetch(`${server.url}/v1/providers?q=dentist`, {
        headers: { authorization: `Bearer ${created.trim()}` },
      })
    ).status
  assert.equal(await status(), 200)
  const { stdout: list } = await installation.run('keys', 'list')
  const id = /^(\S+).*short-lived/m.exec(list)?.[1] as string
  assert.equal((await installation.run('keys', 'revoke', id, '--yes')).status, 0)
  assert.equal(await status(), 401)
})

test('a second start on the same port fails, and the key of the first server stays valid', async () => {
  const child = installation.start(['demo'], { PORT: new URL(server.url).port })
  const [status] = (await once(child, 'exit')) as [number]
  assert.equal(status, 2)
  assert.equal((await get('/v1/providers?q=dentist&limit=1')).status, 200)
})

test('the next start revokes only the previous demo key, and prints no /keys with AUTH=off and no chat demo with a public BASE_URL', async () => {
  await using state = await openState({ folder: join(installation.dataDir, 'state') })
  const { account } = await new Accounts(state).signIn('ana@example.org')
  const keys = new Keys(state, { service: 'careatlas' })
  const { key: userKey } = await keys.create('demo', { accountId: account.id })
  await using second = await installation.serve('demo', {
    AUTH: 'off',
    BASE_URL: 'https://directory.example',
  })
  assert.notEqual(await keys.verify(userKey), null)
  assert.equal(await keys.verify(key), null)
  assert.match(server.printed, /^keys {5}/m)
  assert.doesNotMatch(second.printed, /^keys /m)
  await assertNoChatDemo(second)
})

test('a directory that is served without the demo has no demo of the chat', async () => {
  await using other = await installation.serve('serve')
  await assertNoChatDemo(other)
})

async function assertNoChatDemo({ url, printed }: RunningCommand): Promise<void> {
  assert.equal((await fetch(`${url}/chat-demo`)).status, 404)
  assert.doesNotMatch(printed, /chat-demo/)
}

test('exits with status 0 after SIGTERM', async () => {
  assert.equal(await server.stop('SIGTERM'), 0)
})
