/** One function, two surfaces: the same questions through REST and MCP have the same parameters, meta and data. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { LocationHit, ProviderHit } from '@careatlas/contract/cards'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { edgePoints, oddCarriers, oddNames, publishOddDirectory } from '../odd-directory.fixture.ts'
import { runServer } from '../running.fixture.ts'
import { compactLocation, compactProvider } from '../operations/compact-hit.ts'
import { connect, errorOf } from './mcp-client.fixture.ts'

const questionCount = 200

const server = await runServer({}, { publish: publishOddDirectory })
const client = await connect(server)
after(async () => {
  await client.close()
  await server[Symbol.asyncDispose]()
})

type Values = Readonly<Record<string, string | number | readonly string[]>>

interface Question {
  readonly kind: 'providers' | 'locations'
  readonly values: Values
}

/** A linear congruential generator: the same questions in each run. */
function createRandom(seed: number) {
  let state = seed
  const next = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  return { next, pick: <Item>(items: readonly Item[]): Item => items[next(items.length)]! }
}

const texts = [
  'heart doctor',
  'Ana Null',
  'a cardiologist who speaks spanish near 02903',
  'divorce lawyer',
  'clinic in Providence, RI',
  '2000001004',
  'cardiologist that takes plain health',
  'chest pain and cannot breathe',
  'médico del corazón',
  'xq zorblat',
]

/** Some questions are invalid: two positions, an unknown carrier, a sort without its input. */
function createQuestions(): readonly Question[] {
  const { next, pick } = createRandom(16)
  return Array.from({ length: questionCount }, () => {
    const isProviders = next(2) === 0
    const values: Record<string, string | number | readonly string[]> = {}
    if (next(10) < 6) values['q'] = pick(texts)
    if (next(10) < 2 && isProviders) values['last_name'] = pick(oddNames)
    if (next(10) < 2 && !isProviders) values['name'] = pick(Object.keys(edgePoints))
    const place = next(10)
    if (place < 3 || place === 9) Object.assign(values, pick(Object.values(edgePoints)))
    if (place >= 7) values['zip'] = pick(['02903', '02903', '02860', '00000'])
    if (next(20) < 3) values['radius_miles'] = pick([25, 100])
    if (next(10) < 3 && isProviders)
      values['carriers'] = [pick(oddCarriers).code, pick(['star-1', 'PLAIN', 'plain', 'NOPE'])]
    if (next(20) < 3) values['sort'] = pick(['relevance', 'distance', 'name'])
    if (next(10) < 5) values['limit'] = 1 + next(25)
    if (next(10) < 3) values['offset'] = next(4)
    return { kind: isProviders ? 'providers' : 'locations', values }
  })
}

async function askRest({ kind, values }: Question) {
  const query = new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await server.get(`/v1/${kind}?${query.toString()}`)
  return { isError: response.status !== 200, body: (await response.json()) as Page }
}

function askMcp({ kind, values }: Question, detail: 'compact' | 'full') {
  return client.callTool({ name: `search_${kind}`, arguments: { ...values, detail } })
}

interface Page {
  readonly parameters: unknown
  readonly meta: unknown
  readonly data: readonly object[]
}

/** What a compact hit must be. */
function shorten({ kind, values }: Question, hit: object): object {
  const { carriers = [] } = values
  const codes = Array.isArray(carriers) ? carriers.map((code: string) => code.toUpperCase()) : []
  return kind === 'providers'
    ? compactProvider(hit as ProviderHit, codes)
    : compactLocation(hit as LocationHit)
}

function withoutUrl(hit: object): object {
  const { url, ...rest } = hit as { readonly url: string }
  assert.ok(url.startsWith(`${server.url}/`))
  return rest
}

test(`${questionCount} questions have the same answers, or the same errors`, async () => {
  const counts = { pages: 0, hits: 0, errors: 0 }
  for (const question of createQuestions()) {
    const label = JSON.stringify(question)
    const rest = await askRest(question)
    const full = await askMcp(question, 'full')
    if (rest.isError) {
      assert.deepEqual(errorOf(full), ErrorEnvelope.parse(rest.body).error, label)
      counts.errors++
      continue
    }
    const page = full.structuredContent as Page
    assert.deepEqual({ ...page, data: page.data.map(withoutUrl) }, rest.body, label)
    const compact = (await askMcp(question, 'compact')).structuredContent as Page
    const shortened = rest.body.data.map((hit) => shorten(question, hit))
    assert.deepEqual(
      { ...compact, data: compact.data.map(withoutUrl) },
      { ...rest.body, data: shortened },
      label,
    )
    counts.pages++
    counts.hits += page.data.length
  }
  // The questions reach all kinds of answers.
  assert.ok(counts.pages >= 80 && counts.hits >= 150 && counts.errors >= 40, JSON.stringify(counts))
})
