/** Each query sends at most one text to the embedding model. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { hostileQueries } from '@careatlas/search/query/hostile-queries.fixture'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { EmbeddingEndpoint } from '@careatlas/vocabulary/embedding-endpoint.fixture'
import { publishOddDirectory } from '../odd-directory.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'

let endpoint: EmbeddingEndpoint
let publishRequestCount: number
let server: Running
before(async () => {
  endpoint = await EmbeddingEndpoint.start()
  const embedder = await openEmbedder({
    name: 'openai-compatible',
    model: 'm',
    baseUrl: endpoint.baseUrl,
    apiKey: null,
  })
  server = await runServer(
    { EMBEDDER: 'openai-compatible', EMBEDDER_MODEL: 'm', EMBEDDER_URL: endpoint.baseUrl },
    {
      publish: async (dataDir, generation) => {
        await publishOddDirectory(dataDir, generation, embedder)
        publishRequestCount = endpoint.requests.length
      },
    },
  )
  const signal = AbortSignal.timeout(60_000)
  while (!isEmbeddedByServer(meanText)) await setTimeout(20, undefined, { signal })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await endpoint[Symbol.asyncDispose]()
})

/** At startup, the server embeds the names of taxonomies for the mean vector. */
const meanText = allTaxonomies()[0]!.name

/** The server then embeds this text, on a busy machine as late as during the first request. */
const startupText = 'a doctor for the heart'

function isEmbeddedByServer(text: string): boolean {
  return endpoint.requests.slice(publishRequestCount).some(({ body }) => body.input.includes(text))
}

async function embeddedTextCount(path: string): Promise<number> {
  const previous = endpoint.requests.length
  await (await server.get(path)).text()
  const texts = endpoint.requests.slice(previous).flatMap(({ body }) => body.input)
  return texts.filter((text) => text !== startupText).length
}

test('a query embeds one text, and none when it is repeated or lexical', async () => {
  assert.equal(await embeddedTextCount('/v1/providers?q=a+doctor+for+my+heart'), 1)
  assert.equal(await embeddedTextCount('/v1/providers?q=a+doctor+for+my+heart'), 0)
  assert.equal(await embeddedTextCount('/v1/locations?q=a+doctor+for+my+skin&search_mode=lexical'), 0)
})

for (const collection of ['providers', 'locations']) {
  test(`each of ${Object.keys(hostileQueries).length} queries of maximum length embeds at most one text, in ${collection}`, async () => {
    for (const [caseName, q] of Object.entries(hostileQueries))
      assert.ok((await embeddedTextCount(`/v1/${collection}?q=${encodeURIComponent(q)}`)) <= 1, caseName)
  })
}

test('invalid queries and searches by name or position embed no text', async () => {
  for (const query of ['q=x', `q=${'x'.repeat(513)}`, 'q=%00x', 'last_name=Null', 'lat=0&lng=0'])
    assert.equal(await embeddedTextCount(`/v1/providers?${query}`), 0, query)
})
