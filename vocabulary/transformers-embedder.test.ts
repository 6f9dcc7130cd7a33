import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposableSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { type Embedder, EmbedderError, openEmbedder } from './embedder.ts'
import { packageName } from './transformers-model.ts'
import { writeTransformer } from './transformer-folder.fixture.ts'

const isInstalled = await import(packageName).then(
  () => true,
  () => false,
)
const skipReason = isInstalled ? false : `${packageName} is not installed`

test('without the library, the error states what to install', { skip: isInstalled }, async () => {
  await assert.rejects(
    openEmbedder({ name: 'transformers', model: 'x' }),
    isEmbedderError(/not installed: ONNXRUNTIME_NODE_INSTALL=skip npm i @huggingface\/transformers$/),
  )
})

test(
  'reads a folder without the network, and its vectors compare meaning',
  { skip: skipReason },
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'transformer-'))
    const model = join(folder.path, 'words')
    writeTransformer(model, ['cardiologist', 'heart', 'doctor', 'dental', 'hygienist'])
    const embedder = await openEmbedder({ name: 'transformers', model })
    assert.match(embedder.id, /^transformers:words:[0-9a-f]{12}$/)
    const texts = ['cardiologist', 'Heart doctor', 'dental hygienist', 'cardiologist']
    const [first, similar, unrelated, same] = await embedder.embed(texts, 'query')
    for (const vector of [first!, similar!, unrelated!]) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5)
    assert.deepEqual(same, first)
    assert.ok(
      dot(first!, similar!) > dot(first!, unrelated!) + 0.3,
      `${dot(first!, similar!)} ${dot(first!, unrelated!)}`,
    )
  },
)

test('distinguishes two models in folders of the same name', { skip: skipReason }, async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'transformer-'))
  const ids = new Set<string>()
  for (const [place, words] of Object.entries({ here: ['heart'], there: ['foot'] })) {
    const model = join(folder.path, place, 'words')
    writeTransformer(model, words)
    ids.add((await openEmbedder({ name: 'transformers', model })).id)
  }
  assert.equal(ids.size, 2)
})

test('reads a folder with any name', { skip: skipReason }, async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'transformer-'))
  const model = join(folder.path, 'my 1st model #2')
  writeTransformer(model, ['heart'])
  const { id } = await openEmbedder({ name: 'transformers', model })
  assert.match(id, /^transformers:my 1st model #2:/)
})

test('a query does not wait for canceled batches', { skip: skipReason }, async () => {
  await using fixture = await openWithThread(['heart'])
  const [documents, canceled, query] = await Promise.allSettled([
    fixture.embedder.embed(Array(100).fill('heart'), 'document'),
    fixture.embedder.embed(['heart'], 'query', AbortSignal.abort()),
    fixture.embedder.embed(['heart'], 'query'),
  ])
  assert.equal(documents.status === 'fulfilled' && documents.value.length, 100)
  assert.equal(query.status, 'fulfilled')
  assert.ok(canceled.status === 'rejected' && canceled.reason instanceof EmbedderError)
})

test('vectors come from a thread, and fail after it ends', { skip: skipReason }, async () => {
  await using fixture = await openWithThread(['heart'])
  await fixture.embedder.embed(['heart'], 'query')
  await fixture.thread.terminate()
  await assert.rejects(
    fixture.embedder.embed(['heart'], 'query'),
    isEmbedderError(/^The thread of the .* has ended\.$/),
  )
})

const missingFiles: Readonly<Record<string, RegExp>> = {
  'config.json': /has no config\.json\.$/,
  'tokenizer.json': /has no tokenizer\.json\.$/,
  'tokenizer_config.json': /has no tokenizer_config\.json\.$/,
  'onnx/model.onnx': /has neither onnx\/model\.onnx nor onnx\/model_quantized\.onnx\.$/,
}
for (const [file, message] of Object.entries(missingFiles)) {
  test(`rejects a folder without ${file}`, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'transformer-'))
    writeTransformer(folder.path, ['heart'])
    rmSync(join(folder.path, file))
    await assert.rejects(openEmbedder({ name: 'transformers', model: folder.path }), isEmbedderError(message))
  })
}

/** Matches an EmbedderError by its message. */
function isEmbedderError(message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof EmbedderError && message.test(error.message)
}

/** Opens an embedder; disposal ends its thread. */
async function openWithThread(
  words: readonly string[],
): Promise<AsyncDisposable & { embedder: Embedder; thread: Worker }> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'transformer-'))
  writeTransformer(folder.path, words)
  const started = once(process, 'worker')
  const embedder = await openEmbedder({ name: 'transformers', model: folder.path })
  const [thread] = (await started) as [Worker]
  return { embedder, thread, [Symbol.asyncDispose]: async () => void (await thread.terminate()) }
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
