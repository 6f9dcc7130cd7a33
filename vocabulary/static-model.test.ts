import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readStaticModel } from './static-model.ts'

const folder = join(import.meta.dirname, 'model')
const model = readStaticModel()

const bytesMax = 6_000_000

test('the model takes at most 6 MB', () => {
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  assert.ok(bytes <= bytesMax, `${bytes} bytes`)
})

test('every file of the model has the digest in model.json', () => {
  const { sha256 } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as {
    sha256: Record<string, string>
  }
  assert.deepEqual(
    Object.fromEntries(
      Object.keys(sha256).map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
    ),
    sha256,
  )
})

function cosineSimilarity(textA: string, textB: string): number {
  const [a, b] = [model.embed(textA), model.embed(textB)]
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}

for (const [query, near, far] of [
  ['heart doctor', 'cardiologist', 'dermatologist'],
  ['ringing in ears', 'tinnitus', 'knee replacement'],
  ['dolor de muelas', 'toothache', 'pregnancy'],
  ['cardioligist', 'cardiology', 'podiatry'],
  ['feeling hopeless', 'depression', 'root canal'],
] as const) {
  test(`${query} is more similar to ${near} than to ${far}`, () => {
    assert.ok(
      cosineSimilarity(query, near) > cosineSimilarity(query, far),
      `${cosineSimilarity(query, near)} and ${cosineSimilarity(query, far)}`,
    )
  })
}

test('a vector has length 1; the vector of a text without words is zero', () => {
  for (const text of ['heart', 'xyzzyq', 'a'.repeat(40_000), '🫀 heart'])
    assert.ok(Math.abs(Math.hypot(...model.embed(text)) - 1) < 1e-5, text.slice(0, 10))
  assert.equal(Math.hypot(...model.embed('… 🫀')), 0)
})
