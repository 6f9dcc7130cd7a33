import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseConcepts } from './concept.ts'
import type { ConceptVectors } from './concept-vectors.ts'
import { readStaticModel, type StaticModel } from './static-model.ts'
import { cachedVectors, computeVectors } from './vector-cache.ts'

const scratch = mkdtempDisposableSync(join(tmpdir(), 'vector-cache-'))
after(() => scratch.remove())
const folder = join(scratch.path, 'cache')
const model = readStaticModel()
const concepts = parseConcepts(
  'cardiology\n  codes: 207RC0000X\n  canonical: heart doctor, cardiology\n  audience: any\n\npodiatry\n  codes: 213E00000X\n  canonical: foot doctor\n  audience: any\n',
  'concepts.txt',
)
const computed = computeVectors(concepts, model)

/** A model that fails if it is used. */
const unused = { id: model.id, embed: () => assert.fail('computes again') } as unknown as StaticModel

const files = () => readdirSync(folder)

function compare(vectors: ConceptVectors): Float32Array {
  return vectors.compare(model.embed('heart'), new Float32Array(concepts.length))
}

test('a second start reads the vectors of the first', () => {
  assert.deepEqual(compare(cachedVectors(concepts, model, folder)), compare(computed))
  assert.deepEqual(compare(cachedVectors(concepts, unused, folder)), compare(computed))
})

test('a file of another size is replaced', () => {
  const [name] = files()
  truncateSync(join(folder, name!), 7)
  assert.deepEqual(compare(cachedVectors(concepts, model, folder)), compare(computed))
  assert.deepEqual(compare(cachedVectors(concepts, unused, folder)), compare(computed))
})

test('a file of the right size with other numbers is replaced', () => {
  const path = join(folder, files()[0]!)
  writeFileSync(path, Buffer.alloc(statSync(path).size))
  assert.deepEqual(compare(cachedVectors(concepts, model, folder)), compare(computed))
  assert.deepEqual(compare(cachedVectors(concepts, unused, folder)), compare(computed))
})

test('other files in the folder stay', () => {
  writeFileSync(join(folder, 'notes.txt'), '')
  cachedVectors(concepts.slice(1), model, folder)
  assert.ok(files().includes('notes.txt'))
  rmSync(join(folder, 'notes.txt'))
  cachedVectors(concepts, model, folder)
})

test('other phrases have another file, which replaces the old one and those of interrupted writes', () => {
  const before = files()
  writeFileSync(join(folder, '1.tmp'), '')
  cachedVectors(concepts.slice(1), model, folder)
  assert.equal(files().length, 1)
  assert.notDeepEqual(files(), before)
})

test('a folder that cannot be written is ignored', () => {
  const file = join(scratch.path, 'file')
  writeFileSync(file, '')
  assert.deepEqual(compare(cachedVectors(concepts, model, file)), compare(computed))
})
