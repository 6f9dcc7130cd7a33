/**
 * Decompresses blocks with WebAssembly, whose calls share one instance: `node:zlib` creates a stream and allocates its buffers
 * for each call. See docs/decisions/0004-card-compression.md.
 */
import { ZSTDDecoder } from 'zstddec'
import { blockBytesMax, type Decompress, decompressBlock } from './blocks.ts'

/** A frame starts with these bytes (RFC 8878, section 3.1.1). */
const magic = 0xfd2fb528

/** The functions of the WebAssembly module of `zstddec`. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly malloc: (bytes: number) => number
  readonly free: (address: number) => void
  readonly ZSTD_decompress: (to: number, toBytes: number, from: number, fromBytes: number) => number
}

let loading: Promise<Decompress> | null = null

/**
 * Returns the same bytes and throws the same errors as `decompressBlock`. All callers in a thread share one instance and its memory,
 * so the bytes of a block are valid only until the next call.
 */
export function loadBlockDecoder(): Promise<Decompress> {
  return (loading ??= loadExports().then(createDecoder))
}

function createDecoder({ memory, malloc, free, ZSTD_decompress: decompress }: Exports): Decompress {
  let address = 0
  let reserved = 0

  function reserve(bytes: number): void {
    if (bytes <= reserved) return
    free(address)
    address = malloc(bytes)
    reserved = bytes
  }

  return (block) => {
    const size = contentSize(block)
    if (size > 0 && size <= blockBytesMax) {
      reserve(size + block.length)
      const from = address + size
      new Uint8Array(memory.buffer).set(block, from)
      // The result for a damaged block is another size or a negative error code.
      if (decompress(address, size, from, block.length) === size)
        return Buffer.from(memory.buffer, address, size)
    }
    return decompressBlock(block)
  }
}

/**
 * The decoder of `zstddec` copies each result to a new buffer. V8 counts such buffers as external memory and marks its whole heap
 * after about 6,000 of them, so this module calls the functions of the WebAssembly module itself.
 */
async function loadExports(): Promise<Exports> {
  const { promise, resolve } = Promise.withResolvers<Exports>()
  const decoder = new ZSTDDecoder()
  decoder._init = (result) => {
    ZSTDDecoder.prototype._init(result)
    resolve(result.instance.exports)
  }
  await decoder.init()
  return promise
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
