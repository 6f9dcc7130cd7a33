/** Writes the documents of the suite as a snapshot with segments, in the real format. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { type TestSnapshotContents, createTestSnapshot } from '@careatlas/directory/snapshot/snapshot.fixture'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import type { SuiteDocument } from '../oracle.fixture.ts'
import { suiteVector } from '../suite-documents.fixture.ts'
import { SegmentBuilder } from './segment-builder.fixture.ts'

const embedder: Embedder = {
  id: 'suite',
  includesTaxonomyNames: false,
  embed: async (texts) => texts.map(suiteVector),
}

interface SuiteSnapshot extends Disposable {
  readonly snapshot: Snapshot
}

/** Disposal closes the snapshot and deletes its folder. */
export async function suiteSnapshot(documents: readonly SuiteDocument[]): Promise<SuiteSnapshot> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-snapshot-'))
  await writeSegments(documents, join(folder, 'segment'))
  const snapshot = await createTestSnapshot(folder, namesOf(documents))
  return {
    snapshot,
    [Symbol.dispose]() {
      snapshot[Symbol.dispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The segments of both collections, each in its own folder. */
export async function writeSegments(documents: readonly SuiteDocument[], folder: string): Promise<void> {
  for (const collection of ['providers', 'locations'] as const) {
    const builder = new SegmentBuilder(collection)
    for (const document of documents) if (document.collection === collection) builder.add(document)
    await builder.write(join(folder, collection), embedder)
  }
}

/** Each name also belongs to a person who is not in the segment, as in a real name index. */
function namesOf(documents: readonly SuiteDocument[]): TestSnapshotContents {
  const personNames = documents.flatMap(({ id, personNames: names }) =>
    names.map((name) => ({ ...name, npi: id })),
  )
  return {
    personNames: [...personNames, ...personNames.map((name) => ({ ...name, npi: '2999999999' }))],
    placeNames: documents.flatMap(({ id, placeNames }) => placeNames.map((name) => ({ name, uuid: id }))),
  }
}
