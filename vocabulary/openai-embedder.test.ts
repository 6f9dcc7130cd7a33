import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openEmbedder } from './embedder.ts'
import { EmbeddingEndpoint, type Respond, sendVectors } from './embedding-endpoint.fixture.ts'
import { openAiEmbedder } from './openai-embedder.ts'

function embedderAt({ baseUrl }: EmbeddingEndpoint) {
  return openAiEmbedder({ baseUrl, model: 'small', apiKey: 'secret', retryDelayMs: 1 })
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}

test('sends texts as the protocol specifies, truncated', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const { id } = embedderAt(endpoint)
  await embedderAt(endpoint).embed(['x'.repeat(9000)], 'document')
  assert.equal(id, 'openai-compatible:small')
  const { url, authorization, body } = endpoint.requests.find(({ body: { input } }) => input.length === 1)!
  assert.deepEqual([url, authorization], ['/v1/embeddings', 'Bearer secret'])
  assert.deepEqual(body, { model: 'small', input: ['x'.repeat(4000)], encoding_format: 'float' })
})

test('returns vectors of length 1 in the order of the texts, for any order of the response', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const embedder = embedderAt(endpoint)
  const [heart, foot, alsoHeart] = (await embedder.embed(['heart', 'foot', 'heart'], 'document')) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  for (const vector of [heart, foot]) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6)
  assert.deepEqual(heart, alsoHeart)
  assert.notDeepEqual(heart, foot)
})

test('unrelated texts are not similar even if the model puts all texts into a narrow cone', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const embedder = embedderAt(endpoint)
  const texts = ['cardiologist', 'heart doctor', 'dental hygienist']
  const [first, similar, unrelated] = await embedder.embed(texts, 'query')
  assert.ok(dot(first!, similar!) > 0.5, String(dot(first!, similar!)))
  assert.ok(dot(first!, unrelated!) < 0.2, String(dot(first!, unrelated!)))
})

test('sends many texts in batches of 64, four at a time, and assigns the vectors correctly', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const { baseUrl } = endpoint
  const embedder = openAiEmbedder({ baseUrl, model: 'small', apiKey: null })
  await embedder.embed(['to compute the mean'], 'document')
  let waiting: (() => void)[] = []
  endpoint.respond = (response, request) => {
    waiting.push(() => sendVectors(response, request))
    if (waiting.length < 4) return
    for (const send of waiting.toReversed()) send()
    waiting = []
  }
  endpoint.concurrentMax = 0
  const texts = Array.from({ length: 8 * 64 }, (_, i) => `heart ${(20_000 + (i % 256)).toString(27)}`)
  const vectors = await embedder.embed(texts, 'document')
  assert.deepEqual(vectors.slice(0, 256), vectors.slice(256))
  assert.equal(new Set(vectors.map(String)).size, 256)
  assert.ok(endpoint.requests.every(({ body }) => body.input.length <= 64))
  assert.equal(endpoint.concurrentMax, 4)
})

test('sends no request for no texts', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  assert.deepEqual(await embedderAt(endpoint).embed([], 'document'), [])
})

function respondWithData(data: unknown): Respond {
  return (response) => response.end(JSON.stringify({ data }))
}

function respondPerText(entry: (index: number) => unknown): Respond {
  return (response, { body }) =>
    response.end(JSON.stringify({ data: body.input.map((_, index) => entry(index)) }))
}

suite('rejects an invalid response with one sentence that does not contain the key', () => {
  const rows: Readonly<Record<string, readonly [attempts: number, message: RegExp, respond: Respond]>> = {
    HTML: [1, /invalid JSON/, (response) => response.end('<html>')],
    'an empty body': [1, /invalid JSON/, (response) => response.end()],
    'another shape': [1, /list of embeddings/, respondWithData({ embedding: [1] })],
    'no vector': [1, /embeddings or wrong indexes/, respondWithData([])],
    'too many vectors': [
      1,
      /list of embeddings/,
      respondWithData(Array.from({ length: 65 }, (_, index) => ({ index, embedding: [1] }))),
    ],
    'one index twice': [1, /wrong indexes/, respondPerText(() => ({ index: 0, embedding: [1, 0] }))],
    'vectors of different lengths': [
      1,
      /different lengths/,
      respondPerText((index) => ({ index, embedding: index === 1 ? [1] : [1, 0] })),
    ],
    'an empty vector': [1, /list of embeddings/, respondPerText((index) => ({ index, embedding: [] }))],
    'a vector of words': [1, /list of embeddings/, respondPerText((index) => ({ index, embedding: ['1'] }))],
    'an invalid vector': [
      1,
      /list of embeddings/,
      respondPerText((index) => ({ index, embedding: 'AACAPw==' })),
    ],
    NaN: [1, /invalid JSON/, (response) => response.end('{"data":[{"index":0,"embedding":[NaN]}]}')],
    'an infinite number': [
      1,
      /list of embeddings/,
      (response) => response.end('{"data":[{"index":0,"embedding":[1e999]}]}'),
    ],
    'an endless vector': [
      1,
      /list of embeddings/,
      respondPerText((index) => ({ index, embedding: Array.from({ length: 8193 }, () => 1) })),
    ],
    'too many bytes': [1, /more than 6291456 bytes/, (response) => response.end(' '.repeat(7_000_000))],
    'status 401': [1, /status 401/, (response) => response.writeHead(401).end('{}')],
    'a redirect': [3, /does not answer/, (response) => response.writeHead(302, { location: '/' }).end()],
    'status 500': [3, /status 500/, (response) => response.writeHead(500).end()],
    'a broken connection': [3, /does not answer/, (response) => response.destroy()],
  }
  for (const [what, [attempts, message, respond]] of Object.entries(rows)) {
    test(what, async () => {
      await using endpoint = await EmbeddingEndpoint.start()
      const embedder = embedderAt(endpoint)
      await embedder.embed(['to compute the mean'], 'document')
      endpoint.respond = respond
      const before = endpoint.requests.length
      await assert.rejects(embedder.embed(['one', 'other'], 'document'), (error: Error) => {
        assert.match(error.message, message)
        assert.match(error.message, /^No vectors of small: http:\/\/127\.0\.0\.1:\d+\/v1 [^\n]+\.$/)
        assert.ok(!error.message.includes('secret'))
        return true
      })
      assert.equal(endpoint.requests.length - before, attempts)
    })
  }
})

test('tries an endpoint that does not respond within two and a half minutes three times', async (context) => {
  await using endpoint = await EmbeddingEndpoint.start()
  const embedder = embedderAt(endpoint)
  await embedder.embed(['to compute the mean'], 'document')
  let attempt = new AbortController()
  const timeout = context.mock.method(AbortSignal, 'timeout', () => (attempt = new AbortController()).signal)
  endpoint.respond = () => attempt.abort()
  const before = endpoint.requests.length
  await assert.rejects(embedder.embed(['heart'], 'document'), /does not answer/)
  assert.equal(endpoint.requests.length - before, 3)
  assert.deepEqual(
    timeout.mock.calls.map(({ arguments: [ms] }) => ms as unknown),
    [150_000, 150_000, 150_000],
  )
})

test('retries after a failure, also for the mean', async () => {
  await using endpoint = await EmbeddingEndpoint.start((response) => response.writeHead(503).end())
  const embedder = embedderAt(endpoint)
  await assert.rejects(embedder.embed(['heart'], 'query'), /status 503/)
  endpoint.respond = sendVectors
  const [vector] = await embedder.embed(['heart'], 'query')
  assert.equal(vector?.length, 128)
})

test('rejects vectors of a new dimension once, until the mean has that dimension', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const embedder = embedderAt(endpoint)
  await embedder.embed(['heart'], 'query')
  endpoint.respond = respondPerText((index) => ({
    index,
    embedding: Array.from({ length: 200 }, (_, i) => i),
  }))
  await assert.rejects(embedder.embed(['heart'], 'query'), /gives vectors of 128 and of 200 numbers\.$/)
  const [vector] = await embedder.embed(['heart'], 'query')
  assert.equal(vector?.length, 200)
})

test('aborting the signal cancels the request', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const embedder = embedderAt(endpoint)
  await embedder.embed(['to compute the mean'], 'document')
  const controller = new AbortController()
  endpoint.respond = () => controller.abort()
  const before = endpoint.requests.length
  await assert.rejects(embedder.embed(['heart'], 'query', controller.signal), /does not answer/)
  assert.equal(endpoint.requests.length - before, 1)
})

test('openEmbedder opens an OpenAI-compatible endpoint', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const choice = {
    name: 'openai-compatible',
    baseUrl: endpoint.baseUrl,
    model: 'small',
    apiKey: null,
  } as const
  const embedder = await openEmbedder(choice)
  await embedder.embed(['heart'], 'query')
  assert.equal(endpoint.requests[0]?.authorization, undefined)
})
