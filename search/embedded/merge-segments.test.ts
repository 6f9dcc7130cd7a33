import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Random, randomFrom } from '@careatlas/fixtures/random'
import { noEmbedder } from '@careatlas/vocabulary/embedder'
import type { SearchDocument } from '../search-document.ts'
import type { Collection } from '../search-engine.ts'
import { generateDocuments } from '../suite-documents.fixture.ts'
import { mergeSegments } from './merge-segments.ts'
import { PartialSegment } from './partial-segment.ts'

/** Every file of the merged segment, by name. */
async function mergeParts(
  collection: Collection,
  parts: readonly (readonly SearchDocument[])[],
): Promise<Readonly<Record<string, Buffer>>> {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'merge-'))
  const folders = parts.map((documents, index) => {
    const part = new PartialSegment(collection)
    for (const document of documents) part.add(document)
    const folder = join(temporary.path, `part.${index}`)
    part.write(folder)
    return folder
  })
  const folder = join(temporary.path, 'segment')
  await mergeSegments(collection, folders, folder, noEmbedder)
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
}

/** The documents in order, split at random indexes; two equal indexes give an empty part. */
function split<T>(documents: readonly T[], cuts: number, random: Random): readonly (readonly T[])[] {
  const indexes = Array.from({ length: cuts }, () => random.index(documents.length + 1)).toSorted(
    (a, b) => a - b,
  )
  return [0, ...indexes].map((start, part) => documents.slice(start, indexes[part]))
}

/** The last case has more postings than the buffer of a column. */
const sizes: readonly (readonly [Collection, documents: number, rounds: number])[] = [
  ['providers', 0, 1],
  ['providers', 1, 4],
  ['locations', 2, 4],
  ['providers', 40, 20],
  ['locations', 300, 10],
  ['providers', 1000, 4],
  ['locations', 8000, 1],
]

for (const [collection, count, rounds] of sizes) {
  test(`${count} ${collection} give the same segment for any split into parts`, async () => {
    const random = randomFrom(count)
    const documents = generateDocuments(collection, count, 11)
    const whole = await mergeParts(collection, [documents])
    assert.equal(Object.keys(whole).length, 26)
    for (let round = 0; round < rounds; round++) {
      const parts = split(documents, 1 + random.index(12), random)
      const partSizes = parts.map((part) => part.length).join(' ')
      assert.deepEqual(await mergeParts(collection, parts), whole, partSizes)
    }
  })
}

test('no parts give the segment of no documents', async () => {
  assert.deepEqual(await mergeParts('providers', []), await mergeParts('providers', [[]]))
})

const [first, second, third] = generateDocuments('locations', 3, 12)
const invalidParts: Readonly<Record<string, readonly (readonly SearchDocument[])[]>> = {
  'are out of order': [[second!], [first!]],
  'share a document': [
    [first!, second!],
    [second!, third!],
  ],
  overlap: [[first!, third!], [second!]],
  'are out of order around an empty one': [[second!], [], [first!]],
}
for (const [description, parts] of Object.entries(invalidParts)) {
  test(`parts that ${description} are rejected`, async () => {
    await assert.rejects(mergeParts('locations', parts), {
      name: 'RangeError',
      message: /does not sort after the previous part/,
    })
  })
}
