import assert from 'node:assert/strict'
import { mkdtempDisposableSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEmbedder } from './embedder.ts'
import { packageName } from './transformers-embedder.ts'
import { writeTransformer } from './transformer-folder.fixture.ts'

const installed = await import(packageName).then(
  () => true,
  () => false,
)
const missing = installed ? false : `${packageName} is not installed`

test('without the library an operator reads what to install', { skip: installed }, async () => {
  await assert.rejects(openEmbedder({ name: 'transformers', model: 'x' }), {
    message: /not installed: ONNXRUNTIME_NODE_INSTALL=skip npm i @huggingface\/transformers$/,
  })
})

test(
  'a folder is read without the network, and its vectors compare meanings',
  { skip: missing },
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'transformer-'))
    const model = join(folder.path, 'words')
    writeTransformer(model, ['cardiologist', 'heart', 'doctor', 'dental', 'hygienist'])
    const embedder = await openEmbedder({ name: 'transformers', model })
    assert.match(embedder.id, /^transformers:words:[0-9a-f]{12}$/)
    const texts = ['cardiologist', 'Heart doctor', 'dental hygienist', 'cardiologist']
    const [one, like, stranger, same] = await embedder.embed(texts, 'query')
    for (const vector of [one!, like!, stranger!]) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5)
    assert.deepEqual(same, one)
    assert.ok(dot(one!, like!) > dot(one!, stranger!) + 0.3, `${dot(one!, like!)} ${dot(one!, stranger!)}`)
  },
)

test('two models in folders of one name are told apart', { skip: missing }, async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'transformer-'))
  const ids = new Set<string>()
  for (const [place, words] of Object.entries({ here: ['heart'], there: ['foot'] })) {
    const model = join(folder.path, place, 'words')
    writeTransformer(model, words)
    ids.add((await openEmbedder({ name: 'transformers', model })).id)
  }
  assert.equal(ids.size, 2)
})

test('a folder without weights is refused', { skip: missing }, async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'transformer-'))
  writeTransformer(folder.path, ['heart'])
  renameSync(join(folder.path, 'onnx'), join(folder.path, 'other'))
  await assert.rejects(openEmbedder({ name: 'transformers', model: folder.path }), {
    message: /has neither onnx\/model\.onnx nor onnx\/model_quantized\.onnx\.$/,
  })
})

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0)
}
