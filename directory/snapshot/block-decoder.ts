/**
 * Decompresses blocks with WebAssembly, whose calls share one instance: `node:zlib` creates a stream and allocates its buffers
 * for each call. See docs/decisions/0004-card-compression.md.
 */
import { ZSTDDecoder } from 'zstddec'
import { blockBytesMax, type Decompress, decompressBlock } from './blocks.ts'

/** A frame starts with these bytes (RFC 8878, section 3.1.1). */
const magic = 0xfd2fb528

/** Returns the same bytes and throws the same errors as `decompressBlock`. All callers in a thread share one instance. */
export async function loadBlockDecoder(): Promise<Decompress> {
  const decoder = new ZSTDDecoder()
  await decoder.init()
  return (block) => {
    const size = contentSize(block)
    if (size > 0 && size <= blockBytesMax) {
      const { buffer, byteOffset, length } = decoder.decode(block, size)
      // The decoder returns no bytes of a damaged block.
      if (length === size) return Buffer.from(buffer, byteOffset, length)
    }
    return decompressBlock(block)
  }
}

/** The size in the header of a frame with a single segment and without a dictionary, as `node:zlib` writes it; 0 if it is another frame. */
function contentSize(block: Uint8Array): number {
  if (block.length < 9) return 0
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  const descriptor = view.getUint8(4)
  if (view.getUint32(0, true) !== magic || (descriptor & 0b11) !== 0) return 0
  const start = (descriptor & 0b10_0000) === 0 ? 6 : 5
  switch (descriptor >> 6) {
    case 0:
      return start === 5 ? view.getUint8(start) : 0
    case 1:
      return view.getUint16(start, true) + 256
    case 2:
      return start + 4 <= block.length ? view.getUint32(start, true) : 0
    default:
      return 0
  }
}
