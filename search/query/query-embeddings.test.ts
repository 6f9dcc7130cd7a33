import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { QueryEmbeddings } from './query-embeddings.ts'

/** Counts its calls; `answer` determines the result. */
function embedderOf(answer: (text: string) => Promise<Float32Array>) {
  const requested: string[] = []
  const embedder: Embedder = {
    id: 'test',
    includesTaxonomyNames: true,
    embed: async ([text]) => {
      requested.push(text!)
      return [await answer(text!)]
    },
  }
  return { requested, embedder }
}

const never = () => new Promise<never>(() => {})

test('returns a cached vector without calling the embedder', async () => {
  const { requested, embedder } = embedderOf(async () => Float32Array.of(1))
  const vectors = new QueryEmbeddings(embedder)
  assert.deepEqual(await vectors.get('heart'), Float32Array.of(1))
  assert.deepEqual(await vectors.get('heart'), Float32Array.of(1))
  assert.deepEqual(requested, ['heart'])
})

test('keeps the thousand most recently used vectors', async () => {
  const { requested, embedder } = embedderOf(async () => Float32Array.of(1))
  const vectors = new QueryEmbeddings(embedder)
  for (let nth = 0; nth < 1000; nth++) await vectors.get(`question ${nth}`)
  await vectors.get('question 0')
  await vectors.get('one more')
  assert.equal(requested.length, 1001)
  await vectors.get('question 0')
  assert.equal(requested.length, 1001)
  await vectors.get('question 1')
  assert.equal(requested.length, 1002)
})

test('returns null if the vector does not arrive before the timeout', async (context) => {
  const late = new AbortController()
  const timeout = context.mock.method(AbortSignal, 'timeout', () => late.signal)
  const { embedder } = embedderOf(never)
  const reported: string[] = []
  const vectors = new QueryEmbeddings(embedder, { onFailure: (why) => reported.push(why), timeoutMs: 700 })
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
  const { requested, embedder } = embedderOf(never)
  const vectors = new QueryEmbeddings(embedder)
  const waiting = Array.from({ length: 16 }, (_, nth) => vectors.get(`question ${nth}`))
  assert.equal(await vectors.get('one more'), null)
  assert.equal(requested.length, 16)
  assert.ok(!vectors.isDown)
  late.abort()
  await Promise.all(waiting)
})

test('pauses after a failure, reports it once, and recovers', async () => {
  let now = 5000
  let broken = true
  const { requested, embedder } = embedderOf(async () => {
    if (broken) throw new Error('The endpoint is unavailable.')
    return Float32Array.of(1)
  })
  const reported: string[] = []
  const vectors = new QueryEmbeddings(embedder, { onFailure: (why) => reported.push(why), clock: () => now })
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
