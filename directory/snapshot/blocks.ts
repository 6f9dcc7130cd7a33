/**
 * Texts in the order of their IDs, in blocks compressed with Zstandard (RFC 8878) with checksums, because neighboring cards share
 * most of their words. See docs/decisions/0004-card-compression.md.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** The approximate size of a block before compression, in characters; smaller if single texts must be read fast. */
export const blockChars = { cards: 8 * 1024, facts: 64 * 1024 } as const

const compression = {
  /** Blocks of cards fit; Node allocates a chunk of this size for each call. */
  chunkSize: 4096,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** The maximum size of a decompressed block: a roster of 100,000 entries at about 150 bytes each. */
export const blockBytesMax = 16 * 1024 * 1024

export interface Block {
  /** The lowest id in it. */
  readonly first: string
  readonly bytes: Uint8Array
}

/** Entries must have ascending IDs. IDs contain no spaces, and neither IDs nor texts contain line breaks. */
export function* packBlocks(
  entries: Iterable<readonly [id: string, text: string]>,
  chars: number = blockChars.cards,
): Generator<Block> {
  let first = ''
  let lines = ''
  for (const [id, text] of entries) {
    if (lines === '') first = id
    lines += `\n${id} ${text}`
    if (lines.length < chars) continue
    yield { first, bytes: compress(lines) }
    lines = ''
  }
  if (lines !== '') yield { first, bytes: compress(lines) }
}

/** Copies to a buffer of the exact size: a message between threads would copy the whole chunk of Node. */
function compress(lines: string): Uint8Array {
  return new Uint8Array(zstdCompressSync(lines, compression))
}

/** Returns the bytes of a block; throws an error of `node:zlib` if it is damaged. */
export type Decompress = (block: Uint8Array) => Buffer

/** The text of `id`; null if it is not in the block. */
export function textIn(
  block: Uint8Array,
  id: string,
  decompress: Decompress = decompressBlock,
): string | null {
  const lines = decompress(block)
  const key = `\n${id} `
  const start = lines.indexOf(key)
  if (start === -1) return null
  const end = lines.indexOf('\n', start + 1)
  return lines.toString('utf8', start + key.length, end === -1 ? lines.length : end)
}

/** Every entry of the block. */
export function unpackTexts(block: Uint8Array): readonly (readonly [id: string, text: string])[] {
  const lines = decompressBlock(block).toString('utf8').slice(1).split('\n')
  return lines.map((line) => {
    const space = line.indexOf(' ')
    return [line.slice(0, space), line.slice(space + 1)]
  })
}

/** Decompresses a block with `node:zlib`. */
export function decompressBlock(block: Uint8Array): Buffer {
  return zstdDecompressSync(block, { maxOutputLength: blockBytesMax })
}
