/** Searches that need a place and name none. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import type { Client } from '@modelcontextprotocol/client'
import { pino } from 'pino'
import { runServer } from '../running.fixture.ts'
import { connect, errorOf } from './mcp-client.fixture.ts'

const server = await runServer()
after(() => server[Symbol.asyncDispose]())

const nearMe = { q: 'a heart doctor near me' }
const providence = {
  latitude: 41.823989,
  longitude: '-71.412834',
  city: 'Providence',
  region: 'Rhode Island',
}

async function search(client: Client, values: object, location?: object) {
  const _meta = location && { 'openai/userLocation': location }
  const result = await client.callTool({
    name: 'search_providers',
    arguments: { ...values },
    ...(_meta && { _meta }),
  })
  return { result, page: result.structuredContent as ProviderSearchEnvelope }
}

/** A client that answers each question with `answer` and records the questions. */
async function connectWithForms(answer: object) {
  const client = await connect(server, { capabilities: { elicitation: { form: {} } } })
  const questions: unknown[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params)
    return { action: 'accept', ...answer }
  })
  return { client, questions, [Symbol.asyncDispose]: () => client.close() }
}

describe('a search "near me"', () => {
  test('asks a user whose client has forms once, and searches near the ZIP code', async () => {
    await using asked = await connectWithForms({ content: { zip: '02903', payer: 'Cigna' } })
    const { page } = await search(asked.client, nearMe)
    assert.equal(asked.questions.length, 1)
    assert.equal(page.parameters.geo?.source, 'zip')
    assert.equal(page.parameters.q, 'a heart doctor near me that takes Cigna')
    assert.equal(page.parameters.carriers, undefined, 'a payer in words is never a filter')
    assert.equal(page.meta.count, 1)
  })

  test('still finds the need if no directory knows the payer of the answer, and ignores a payer with control characters', async () => {
    await using asked = await connectWithForms({ content: { zip: '02903', payer: 'Zorblat Mutual' } })
    const { page } = await search(asked.client, nearMe)
    assert.deepEqual(
      page.meta.notices.map(({ kind }) => kind),
      ['ignored_wish'],
    )
    assert.equal(page.meta.count, 1)
    await using hostile = await connectWithForms({ content: { zip: '02903', payer: 'Cigna\n\u0007' } })
    const plain = (await search(hostile.client, nearMe)).page
    assert.deepEqual([plain.parameters.q, plain.meta.count], [nearMe.q, 1])
  })

  test('is rejected with what to add if the user declines, or answers with no ZIP code', async () => {
    for (const answer of [{ action: 'decline' }, { action: 'cancel' }]) {
      await using asked = await connectWithForms(answer)
      const { result } = await search(asked.client, nearMe)
      assert.equal(errorOf(result).code, 'missing_parameter')
      assert.match(errorOf(result).message, /add zip/)
      assert.equal(asked.questions.length, 1)
    }
    for (const [zip, got] of [
      ['0290x', '"0290x"'],
      [2903, '""'],
    ]) {
      await using asked = await connectWithForms({ content: { zip } })
      const { result } = await search(asked.client, nearMe)
      assert.equal(errorOf(result).message, `zip must be five digits; got ${got}.`)
    }
  })

  test('is rejected with what to add if the client has no forms', async () => {
    for (const revision of ['2026-07-28', '2025-11-25'] as const) {
      await using client = await connect(server, { revision })
      assert.match(errorOf((await search(client, nearMe)).result).message, /add zip \(five digits\)/)
    }
    await using client = await connect(server, { capabilities: { elicitation: { url: {} } } })
    assert.equal(errorOf((await search(client, nearMe)).result).code, 'missing_parameter')
  })

  for (const q of ['nearest heart clinic', 'the closest doctor for my heart', 'la clínica más cercana'])
    test(`may also say ${JSON.stringify(q)}`, async () => {
      await using client = await connect(server)
      assert.equal(errorOf((await search(client, { q })).result).code, 'missing_parameter')
    })

  test('that may be an emergency gets the number to call at once, before the question for a place', async () => {
    const values = { q: 'crushing chest pain, nearest emergency room' }
    await using plain = await connect(server)
    assert.match(
      errorOf((await search(plain, values)).result).message,
      /^This may be an emergency\. Call 911 .*add zip/,
    )
    await using asked = await connectWithForms({ action: 'decline' })
    await search(asked.client, values)
    assert.match(
      JSON.stringify(asked.questions),
      /"message":"This may be an emergency\. Call 911 .*Near which/,
    )
  })

  test('needs no other place than the one that it names', async () => {
    await using client = await connect(server)
    const nearest = await search(client, { q: 'the heart doctor nearest to Providence, RI' })
    assert.equal(nearest.page.parameters.geo?.source, 'q')
    const { page } = await search(client, { q: 'a heart doctor near me in Providence, RI' })
    assert.equal(page.parameters.geo?.source, 'q')
  })
})

describe('the location of the host', () => {
  test('is the place of a search that needs one, is echoed as such, and is rounded', async () => {
    await using client = await connect(server)
    const { page } = await search(client, nearMe, providence)
    assert.deepEqual(page.parameters.geo, { lat: 41.82, lng: -71.41, radius_miles: 25, source: 'host' })
    assert.equal(page.meta.count, 1)
    const far = await search(client, nearMe, { latitude: 30, longitude: -97 })
    assert.deepEqual([far.page.meta.count, far.page.meta.coverage], [0, 'none'])
  })

  for (const town of [
    { city: 'Providence', region: 'Rhode Island' },
    { city: 'Providence', region: 'RI', country: 'US', latitude: null, longitude: null },
    { city: 'Providence', region: 'RI', country: null, latitude: '', longitude: '' },
  ])
    test(`may be a town: ${JSON.stringify(town)}`, async () => {
      await using client = await connect(server)
      const { page } = await search(client, nearMe, town)
      assert.equal(page.parameters.geo?.source, 'host')
      assert.equal(page.meta.count, 1)
    })

  test('never limits a search that needs no place, and never replaces one that the call names', async () => {
    await using client = await connect(server)
    const plain = await search(client, { q: 'heart doctor' }, { latitude: 30, longitude: -97 })
    assert.deepEqual([plain.page.parameters.geo, plain.page.meta.count], [undefined, 1])
    const named = await search(client, { ...nearMe, zip: '02903' }, { latitude: 30, longitude: -97 })
    assert.equal(named.page.parameters.geo?.source, 'zip')
  })

  for (const location of [
    { latitude: 91, longitude: 0 },
    { latitude: 'x' },
    { latitude: null, longitude: null },
    { latitude: '', longitude: [] },
    // Towns of these names are in the United States too.
    { city: 'Birmingham', region: 'England', country: 'GB' },
    { city: 'Birmingham', region: 'England' },
    { city: 'Lima', region: 'Lima' },
    { city: 'Perth', region: 'WA', country: 'AU' },
    'Providence',
    { city: '<b>', region: 'RI' },
  ])
    test(`is ignored if it is malformed or abroad: ${JSON.stringify(location)}`, async () => {
      await using client = await connect(server)
      const { result } = await search(client, nearMe, location as object)
      assert.equal(errorOf(result).code, 'missing_parameter')
    })

  test('is ignored with MCP_HOST_LOCATION=off, and is not in the log of a server that logs everything', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    await using off = await runServer({ MCP_HOST_LOCATION: 'off' })
    await using offClient = await connect(off)
    assert.equal(errorOf((await search(offClient, nearMe, providence)).result).code, 'missing_parameter')
    await using verbose = await runServer({ LOG_QUERIES: 'on', ACCESS_LOG: 'on' }, { log })
    await using client = await connect(verbose)
    assert.equal((await search(client, nearMe, providence)).page.meta.count, 1)
    assert.ok(lines.length > 0)
    assert.doesNotMatch(lines.join(''), /41\.82|71\.41|openai/)
  })
})
