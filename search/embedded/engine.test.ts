import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { engineSuite } from '../engine.suite.ts'
import type { SuiteDocument } from '../oracle.fixture.ts'
import type { Query } from '../search-engine.ts'
import { generateDocuments } from '../suite-documents.fixture.ts'
import { openEmbeddedEngine } from './engine.ts'
import { SegmentBuilder } from './segment-builder.fixture.ts'
import { suiteSnapshot, writeSegments } from './suite-snapshot.fixture.ts'

for (const [thread, entitiesMax] of Object.entries({ calling: undefined, search: -1 }))
  engineSuite(`the embedded engine in the ${thread} thread`, async (documents) => {
    const { snapshot, ...folder } = await suiteSnapshot(documents)
    const engine = await openEmbeddedEngine(snapshot, undefined, entitiesMax)
    return {
      match: (...search) => engine.match(...search),
      [Symbol.asyncDispose]: async () => {
        await engine[Symbol.asyncDispose]()
        folder[Symbol.dispose]()
      },
    }
  })

test('the same documents give the same files, byte by byte', async () => {
  const documents = [...generateDocuments('providers', 300, 3), ...generateDocuments('locations', 100, 4)]
  using first = mkdtempDisposableSync(join(tmpdir(), 'segment-'))
  using second = mkdtempDisposableSync(join(tmpdir(), 'segment-'))
  await writeSegments(documents, first.path)
  await writeSegments(documents, second.path)
  for (const collection of ['providers', 'locations']) {
    const files = readdirSync(join(first.path, collection))
    assert.equal(files.length, 26)
    for (const file of files) {
      assert.deepEqual(
        readFileSync(join(second.path, collection, file)),
        readFileSync(join(first.path, collection, file)),
        file,
      )
    }
  }
})

test('documents out of order are rejected', () => {
  const documents = generateDocuments('providers', 2, 5)
  const builder = new SegmentBuilder('providers')
  for (const document of documents) builder.add(document)
  for (const document of documents) assert.throws(() => builder.add(document), /does not sort after/)
})

for (const [reason, change] of Object.entries<Partial<SuiteDocument>>({
  'is not an NPI': { id: '123' },
  'is not a point on Earth': { points: [{ lat: 91, lng: 0 }] },
  'at most 65536 carriers': { carriers: Array.from({ length: 65_537 }, (_, index) => `C${index}`) },
})) {
  test(`a document is rejected: ${reason}`, () => {
    const documents = generateDocuments('providers', 1, 6).map((document) => ({ ...document, ...change }))
    const builder = new SegmentBuilder('providers')
    assert.throws(() => documents.forEach((document) => builder.add(document)), new RegExp(reason))
  })
}

test('an engine does not open a segment with a missing or truncated file', async () => {
  const documents = generateDocuments('providers', 20, 7)
  for (const damage of [rmSync, (file: string) => truncateSync(file, 6)]) {
    using suite = await suiteSnapshot(documents)
    damage(join(suite.snapshot.segmentFolder, 'providers', 'name.rank.u32'))
    await assert.rejects(openEmbeddedEngine(suite.snapshot))
  }
})

test('the thread that opens an engine is not blocked while the segments are read', async () => {
  using suite = await suiteSnapshot(generateDocuments('providers', 20, 8))
  const file = join(suite.snapshot.segmentFolder, 'locations', 'segment.json')
  const text = readFileSync(file, 'utf8')
  rmSync(file)
  execFileSync('mkfifo', [file])
  const opening = openEmbeddedEngine(suite.snapshot)
  // The reader of the pipe blocks until this thread writes to it.
  await writeFile(file, text)
  await using engine = await opening
  const { hits } = await engine.match(anaQuery, { offset: 0, limit: 50 })
  assert.ok(hits.length > 0)
})

test('a disk error during a search keeps its error code', async () => {
  using suite = await suiteSnapshot(generateDocuments('providers', 20, 9))
  await using engine = await openEmbeddedEngine(suite.snapshot)
  const cards = readFileSync(suite.snapshot.cardsFile)
  writeFileSync(suite.snapshot.cardsFile, cards.fill(0xff, 4096))
  await assert.rejects(engine.match(anaQuery, { offset: 0, limit: 10 }), { code: 'ERR_SQLITE_ERROR' })
})

test('a full name is found without a search thread, and a first name alone is not', async () => {
  using suite = await suiteSnapshot(generateDocuments('providers', 200, 10))
  await using engine = await openEmbeddedEngine(suite.snapshot, { threads: 1, queuedPerThreadMax: 0 })
  const range = { offset: 0, limit: 10 }
  const fullName = { ...anaQuery, personName: { first: 'ANA', last: 'ALVAREZ' } }
  assert.ok((await engine.match(fullName, range)).hits.length > 0)
  await assert.rejects(engine.match(anaQuery, range), { code: 'unavailable' })
})

test('a search of few entities runs without a search thread, and a longer one does not', async () => {
  using suite = await suiteSnapshot(generateDocuments('providers', 200, 10))
  const withoutQueue = { threads: 1, queuedPerThreadMax: 0 }
  await using engine = await openEmbeddedEngine(suite.snapshot, withoutQueue)
  await using limited = await openEmbeddedEngine(suite.snapshot, withoutQueue, 0)
  const range = { offset: 0, limit: 10 }
  const { personName: _, ...unnamed } = anaQuery
  const near: Query = { ...unnamed, position: everywhere, sort: 'distance' }
  assert.ok((await engine.match(near, range)).hits.length > 0)
  await assert.rejects(limited.match(near, range), { code: 'unavailable' })
  const named = { ...near, personName: { last: 'ALVAREZ' } }
  await assert.rejects(engine.match(named, range), { code: 'unavailable' })
})

test('the nearest of many clinicians with one name are the first ones', async () => {
  using suite = await suiteSnapshot(generateDocuments('providers', 1500, 11))
  await using engine = await openEmbeddedEngine(suite.snapshot)
  const query: Query = { ...anaQuery, position: everywhere, sort: 'distance' }
  const all = await engine.match(query, { offset: 0, limit: 1000 })
  assert.ok(all.hits.length > 100, `${all.hits.length}`)
  const first = await engine.match(query, { offset: 0, limit: 3 })
  assert.deepEqual(first.hits, all.hits.slice(0, 3))
})

test('a closed engine rejects every search, also one that needs no search thread', async () => {
  using suite = await suiteSnapshot(generateDocuments('providers', 20, 12))
  const engine = await openEmbeddedEngine(suite.snapshot)
  await engine[Symbol.asyncDispose]()
  const near: Query = { ...anaQuery, position: everywhere }
  const fullName: Query = { ...anaQuery, personName: { first: 'ANA', last: 'ALVAREZ' } }
  for (const query of [anaQuery, near, fullName])
    await assert.rejects(engine.match(query, { offset: 0, limit: 1 }), /The engine is closed/)
})

/** All points of the documents. */
const everywhere = { lat: 0, lng: 0, radiusMiles: 13_000 }

const anaQuery: Query = {
  collection: 'providers',
  personName: { first: 'ANA' },
  sort: 'name',
  threshold: { min: 0, minOfTop: 0 },
}
