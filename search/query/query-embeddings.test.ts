import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { QueryEmbeddings } from './query-embeddings.ts'

/** An embedder that records the texts of its calls. */
function recordingEmbedder(embed: (text: string) => Promise<Float32Array>) {
  const requested: string[] = []
  const embedder: Embedder = {
    id: 'test',
    includesTaxonomyNames: true,
    embed: async ([text]) => {
      requested.push(text!)
      return [await embed(text!)]
    },
  }
  return { requested, embedder }
}

const never = () => new Promise<never>(() => {})

test('returns a cached vector without calling the embedder', async () => {
  const { requested, embedder } = recordingEmbedder(async () => Float32Array.of(1))
  const vectors = new QueryEmbeddings(embedder)
  assert.deepEqual(await vectors.get('heart'), Float32Array.of(1))
  assert.deepEqual(await vectors.get('heart'), Float32Array.of(1))
  assert.deepEqual(requested, ['heart'])
})

test('keeps the thousand most recently used vectors', async () => {
  const { requested, embedder } = recordingEmbedder(async () => Float32Array.of(1))
  const vectors = new QueryEmbeddings(embedder)
  for (let index = 0; index < 1000; index++) await vectors.get(`query ${index}`)
  await vectors.get('query 0')
  await vectors.get('one more')
  assert.equal(requested.length, 1001)
  await vectors.get('query 0')
  assert.equal(requested.length, 1001)
  await vectors.get('query 1')
  assert.equal(requested.length, 1002)
})

test('returns null if the vector does not arrive before the timeout', async (context) => {
  const late = new AbortController()
  const timeout = context.mock.method(AbortSignal, 'timeout', () => late.signal)
  const { embedder } = recordingEmbedder(never)
  const reported: string[] = []
  const vectors = new QueryEmbeddings(embedder, {
    onFailure: (reason) => reported.push(reason),
    timeoutMs: 700,
  })
  const vector = vectors.get('heart')
  late.abort()
  assert.equal(await vector, null)
  assert.deepEqual(timeout.mock.calls[0]?.arguments, [700])
  assert.equal(vectors.isDown, true)
  assert.deepEqual(reported, ['No vector came within 700 ms.'])
})

test('returns null immediately if sixteen calls are pending', async (context) => {
  const late = new AbortController()
  context.mock.method(AbortSignal, 'timeout', () => late.signal)
  const { requested, embedder } = recordingEmbedder(never)
  const vectors = new QueryEmbeddings(embedder)
  const waiting = Array.from({ length: 16 }, (_, index) => vectors.get(`query ${index}`))
  assert.equal(await vectors.get('one more'), null)
  assert.equal(requested.length, 16)
  assert.ok(!vectors.isDown)
  late.abort()
  await Promise.all(waiting)
})

test('pauses after a failure, reports it once, and recovers', async () => {
  let now = 5000
  let broken = true
  const { requested, embedder } = recordingEmbedder(async () => {
    if (broken) throw new Error('The endpoint is unavailable.')
    return Float32Array.of(1)
  })
  const reported: string[] = []
  const vectors = new QueryEmbeddings(embedder, {
    onFailure: (reason) => reported.push(reason),
    clock: () => now,
  })
  assert.equal(await vectors.get('heart'), null)
  now += 1999
  assert.equal(await vectors.get('heart'), null)
  assert.deepEqual([requested.length, vectors.isDown], [1, true])
  now += 1
  assert.equal(await vectors.get('heart'), null)
  assert.deepEqual([requested.length, vectors.isDown], [2, true])
  assert.deepEqual(reported, ['The endpoint is unavailable.'])
  now += 2000
  broken = false
  assert.deepEqual(await vectors.get('heart'), Float32Array.of(1))
  assert.equal(vectors.isDown, false)
})
