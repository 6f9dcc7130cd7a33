/** A common interface to the bytes of plain, gzipped and zipped files. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'

/** The number of bytes that are read or inflated at a time. */
export const chunkBytes = 128 * 1024

export interface ByteSource {
  /** The base name of the file, or of the member of a zip. */
  readonly name: string
  /** Whether the source is compressed, and so has a checksum at its end. */
  readonly isCompressed: boolean
  readonly chunks: AsyncIterable<Buffer>
  /** The number of bytes on disk (compressed or not) that the chunks so far came from. */
  readonly bytesUsed: () => number
  readonly close: () => void
}

/** The bytes of a file, as they are on disk. */
export function openPlainSource(path: string): ByteSource {
  const raw = createReadStream(path, { highWaterMark: chunkBytes })
  // The caller may close the source before reading, after the file was removed.
  raw.on('error', ignoreStreamError)
  return {
    name: basename(path),
    isCompressed: false,
    chunks: raw,
    bytesUsed: () => raw.bytesRead,
    close: () => raw.destroy(),
  }
}

/** For streams: the iteration over the last stream of a pipeline throws the error. */
export function ignoreStreamError(): void {}
