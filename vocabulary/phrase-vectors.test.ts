import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { EmbedderError } from './embedder.ts'
import { EmbeddingEndpoint, sendVectors } from './embedding-endpoint.fixture.ts'
import { openAiEmbedder } from './openai-embedder.ts'
import { embedPhrases, readPhraseVectors } from './phrase-vectors.ts'

const texts = Array.from({ length: 40 }, (_, index) => `heart doctor ${(20_000 + index).toString(27)}`)

function embedderAt({ baseUrl }: EmbeddingEndpoint) {
  return openAiEmbedder({ baseUrl, model: 'm', apiKey: null, retryDelayMs: 1 })
}

/** The texts that the endpoint receives while `run` runs, without those of the mean vector. */
async function receivedTexts(endpoint: EmbeddingEndpoint, run: () => Promise<unknown>): Promise<Set<string>> {
  const before = endpoint.requests.length
  await run()
  const received = endpoint.requests.slice(before).flatMap(({ body }) => body.input)
  return new Set(received.filter((text) => texts.includes(text)))
}

test('vectors of phrases are read as they were embedded, except for rounding to int8', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  using folder = mkdtempDisposableSync(join(tmpdir(), 'phrases-'))
  const embedder = embedderAt(endpoint)
  const written = await embedPhrases(texts, embedder, null)
  written.write(join(folder.path, 'phrases'))
  const read = readPhraseVectors(join(folder.path, 'phrases'))
  assert.deepEqual([read.embedderId, read.dimension, read.texts], ['openai-compatible:m', 128, texts])
  const vectors = await embedder.embed(texts, 'document')
  for (const [index, text] of texts.entries()) {
    const cosine = read.get(text).reduce((sum, value, i) => sum + value * vectors[index]![i]!, 0)
    assert.ok(Math.abs(cosine - 1) < 0.01, `${text}: ${cosine}`)
  }
  assert.ok(!read.has('cardiologist'))
  assert.throws(() => read.get('cardiologist'), /no vector of "cardiologist"/)
})

test('kept phrases are not embedded again, except for a sample, and keep their bytes', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const embedder = embedderAt(endpoint)
  const kept = await embedPhrases(texts.slice(0, 36), embedder, null)
  let next = kept
  const received = await receivedTexts(
    endpoint,
    async () => (next = await embedPhrases(texts, embedder, kept)),
  )
  assert.ok(
    texts.slice(36).every((text) => received.has(text)),
    'new phrases',
  )
  assert.ok(received.size <= 4 + 16, String(received.size))
  for (const text of texts.slice(0, 36)) assert.deepEqual(next.get(text), kept.get(text))
})

test('all phrases are embedded again by another model, even under the same name', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const kept = await embedPhrases(texts, embedderAt(endpoint), null)
  endpoint.respond = (response, { body }) =>
    response.end(
      JSON.stringify({
        data: body.input.map((text, index) => ({
          index,
          embedding: Array.from({ length: 128 }, (_, i) =>
            Math.sin((i + 1) * text.length * text.charCodeAt(text.length - 1)),
          ),
        })),
      }),
    )
  const received = await receivedTexts(endpoint, () => embedPhrases(texts, embedderAt(endpoint), kept))
  assert.equal(received.size, texts.length)
})

test('a failure of the endpoint halfway is an EmbedderError', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const many = Array.from({ length: 2000 }, (_, index) => `phrase ${index}`)
  endpoint.respond = (response, request, number) =>
    number > 10 ? response.writeHead(401).end() : sendVectors(response, request)
  await assert.rejects(embedPhrases(many, embedderAt(endpoint), null), EmbedderError)
})

suite('files that are not vectors of phrases are rejected', () => {
  const cases: Readonly<Record<string, readonly [file: string, content: string | Uint8Array]>> = {
    'no JSON': ['phrases.json', '{'],
    'another structure': ['phrases.json', '{"embedder":"m"}'],
    'a text too many': ['phrases.json', '{"embedder":"m","dimension":2,"texts":["a","b"]}'],
    'a row that is too short': ['rows.i8', Uint8Array.of(1)],
    'no scale': ['scales.f32', new Uint8Array()],
  }
  for (const [name, [file, content]] of Object.entries(cases)) {
    test(name, () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'phrases-'))
      const write = (path: string, bytes: string | Uint8Array): void =>
        writeFileSync(join(folder.path, path), bytes)
      write('phrases.json', '{"embedder":"m","dimension":2,"texts":["a"]}')
      write('rows.i8', Uint8Array.of(127, 0))
      write('scales.f32', new Uint8Array(Float32Array.of(1 / 127).buffer))
      assert.ok(Math.abs(readPhraseVectors(folder.path).get('a')[0]! - 1) < 1e-6)
      write(file, content)
      assert.throws(() => readPhraseVectors(folder.path))
    })
  }
})
