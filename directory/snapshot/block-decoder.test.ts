/** The decoder returns the bytes of `decompressBlock`, or throws its error, for intact, damaged and foreign frames. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { constants, zstdCompressSync } from 'node:zlib'
import { loadBlockDecoder } from './block-decoder.ts'
import { blockBytesMax, type Decompress, decompressBlock, packBlocks } from './blocks.ts'

let decode: Decompress
before(async () => (decode = await loadBlockDecoder()))

function pack(bytes: number): Uint8Array {
  const [block] = packBlocks([
    ['1', `{"é":"${Array.from({ length: bytes / 4 }, (_, index) => index % 997).join()}"}`],
  ])
  return block!.bytes
}

/** The bytes, or the code of the error. */
function outcome(decompress: Decompress, block: Uint8Array): string {
  try {
    return decompress(block).toString('base64')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

describe('the decoder agrees with node:zlib', () => {
  for (const bytes of [4, 100, 300, 8000, 70_000, 1_000_000])
    test(`on a block of a text of about ${bytes} bytes`, () => {
      const block = pack(bytes)
      assert.deepEqual(decode(block), decompressBlock(block))
    })

  test('on every prefix of a block', () => {
    const block = pack(400)
    for (let length = 0; length < block.length; length++) {
      const prefix = block.subarray(0, length)
      assert.equal(outcome(decode, prefix), outcome(decompressBlock, prefix))
    }
  })

  test('on every flipped bit of a block', () => {
    const block = pack(400)
    for (let bit = 0; bit < block.length * 8; bit++) {
      const flipped = Uint8Array.from(block)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      assert.equal(outcome(decode, flipped), outcome(decompressBlock, flipped))
    }
  })

  const text = 'a clinician and a place '.repeat(400)
  const params = { [constants.ZSTD_c_contentSizeFlag]: 0 }
  const dictionary = Buffer.from(text.slice(0, 4000))
  const foreignFrames: Readonly<Record<string, Uint8Array>> = {
    'without its size': zstdCompressSync(text, { params }),
    'with a dictionary': zstdCompressSync(text, { dictionary }),
    'without a checksum': zstdCompressSync(text),
    'that is larger than the maximum': zstdCompressSync(Buffer.alloc(blockBytesMax + 1)),
    'followed by another': Buffer.concat([zstdCompressSync(text), zstdCompressSync(text)]),
    'that is empty': zstdCompressSync(''),
    'that is no frame': Buffer.from(text),
  }
  for (const [name, frame] of Object.entries(foreignFrames))
    test(`on a frame ${name}`, () => assert.equal(outcome(decode, frame), outcome(decompressBlock, frame)))
})

test('after a damaged block, the decoder returns the next one', () => {
  const block = pack(8000)
  const damaged = Uint8Array.from(block)
  damaged[block.length >> 1]! ^= 1
  assert.match(outcome(decode, damaged), /^ZSTD_/)
  assert.deepEqual(decode(block), decompressBlock(block))
})

test('decompressing allocates no buffers outside the heap of V8', () => {
  const block = pack(8000)
  decode(block)
  const { arrayBuffers: bytesBefore } = process.memoryUsage()
  for (let count = 0; count < 100; count++) decode(block)
  assert.ok(process.memoryUsage().arrayBuffers - bytesBefore < 8000)
})
