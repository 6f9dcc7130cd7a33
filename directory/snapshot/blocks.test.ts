import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packBlocks, textIn, unpackTexts } from './blocks.ts'

const entries = Array.from(
  { length: 500 },
  (_, index) => [`1${index + 100}`, `{"é":"${'x'.repeat(index)}"}`] as const,
)
const blocks = [...packBlocks(entries, 1024)]

test('packed entries are unpacked in order across many blocks', () => {
  assert.ok(blocks.length > 50)
  assert.deepEqual(
    blocks.flatMap(({ bytes }) => unpackTexts(bytes)),
    entries,
  )
})

test('a text is found only in the last block that starts at or before its ID', () => {
  for (const [id, text] of entries) {
    const block = blocks.findLast(({ first }) => first <= id)!
    assert.equal(textIn(block.bytes, id), text)
  }
  assert.equal(textIn(blocks[0]!.bytes, '1599'), null)
  assert.equal(textIn(blocks[0]!.bytes, '100'), null, 'the end of another ID')
})

test('the same entries give the same bytes', () => {
  assert.deepEqual([...packBlocks(entries, 1024)], blocks)
})
