import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type HandmadeContents, handmadeSnapshot } from '@careatlas/directory/snapshot/snapshot.fixture'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { engineSuite } from '../engine.suite.ts'
import type { SuiteDocument } from '../oracle.fixture.ts'
import { generateDocuments, suiteVector } from '../suite-documents.fixture.ts'
import { openEmbeddedEngine } from './engine.ts'
import type { NameIndex } from './name-leg.ts'
import { SegmentBuilder } from './segment-builder.ts'

engineSuite('the embedded engine', async (documents) => {
  const folder = newFolder()
  await build(documents, join(folder, 'segment'))
  const snapshot = await handmadeSnapshot(folder, namesOf(documents))
  const engine = openEmbeddedEngine(snapshot.segmentFolder, snapshot)
  return {
    match: (query, window) => engine.match(query, window),
    [Symbol.asyncDispose]: async () => {
      await engine[Symbol.asyncDispose]()
      snapshot[Symbol.dispose]()
      rmSync(folder, { recursive: true })
    },
  }
})

test('the same documents give the same files, byte by byte', async (t) => {
  const documents = [...generateDocuments('providers', 300, 3), ...generateDocuments('locations', 100, 4)]
  const [one, other] = [temporaryFolder(t), temporaryFolder(t)]
  await build(documents, one)
  await build(documents, other)
  for (const collection of ['providers', 'locations']) {
    const files = readdirSync(join(one, collection))
    assert.equal(files.length, 26)
    for (const file of files) {
      assert.deepEqual(
        readFileSync(join(other, collection, file)),
        readFileSync(join(one, collection, file)),
        file,
      )
    }
  }
})

test('documents out of order are refused', () => {
  const documents = generateDocuments('providers', 2, 5)
  const builder = new SegmentBuilder('providers')
  for (const document of documents) builder.add(document)
  for (const document of documents) assert.throws(() => builder.add(document), /does not sort after/)
})

for (const [what, change] of Object.entries<Partial<SuiteDocument>>({
  'is not an NPI': { id: '123' },
  'is not a point on Earth': { points: [{ lat: 91, lng: 0 }] },
  'at most 65536 carriers': { carriers: Array.from({ length: 65_537 }, (_, at) => `C${at}`) },
})) {
  test(`a document is refused: ${what}`, () => {
    const documents = generateDocuments('providers', 1, 6).map((document) => ({ ...document, ...change }))
    const builder = new SegmentBuilder('providers')
    assert.throws(() => documents.forEach((document) => builder.add(document)), new RegExp(what))
  })
}

test('a segment with a file missing or cut does not open', async (t) => {
  const documents = generateDocuments('providers', 20, 7)
  for (const damage of [rmSync, (file: string) => truncateSync(file, 6)]) {
    const folder = temporaryFolder(t)
    await build(documents, folder)
    damage(join(folder, 'providers', 'name.rank.u32'))
    assert.throws(() => openEmbeddedEngine(folder, noNames))
  }
})

/** Texts as directions of eight numbers. */
const embedder: Embedder = { id: 'suite', dimension: 8, embed: async (texts) => texts.map(suiteVector) }

async function build(documents: readonly SuiteDocument[], folder: string): Promise<void> {
  for (const collection of ['providers', 'locations'] as const) {
    const builder = new SegmentBuilder(collection)
    for (const document of documents) if (document.collection === collection) builder.add(document)
    await builder.write(join(folder, collection), embedder)
  }
}

/** Each name is also that of someone who is no longer in the segment, as may be in a name index. */
function namesOf(documents: readonly SuiteDocument[]): HandmadeContents {
  const bearers = documents.flatMap(({ id, personNames }) =>
    personNames.map((name) => ({ ...name, npi: id })),
  )
  return {
    personNames: [...bearers, ...bearers.map((name) => ({ ...name, npi: '2999999999' }))],
    placeNames: documents.flatMap(({ id, placeNames }) => placeNames.map((name) => ({ name, uuid: id }))),
  }
}

const noNames: NameIndex = { npisByName: () => [], locationUuidsByName: () => [] }

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'segment-'))
}

function temporaryFolder(t: TestContext): string {
  const folder = newFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}
