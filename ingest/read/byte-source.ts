/** What lies under an open file, one shape for the plain, the gzipped and the zipped. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'

/** Bytes read or inflated at a time. */
export const chunkBytes = 128 * 1024

export interface ByteSource {
  /** Base name of the file, or of the member of a zip. */
  readonly name: string
  /** Whether a checksum at its end says if it is what was packed. */
  readonly packed: boolean
  readonly chunks: AsyncIterable<Buffer>
  /** Bytes of the file, as it lies on disk, that went into the chunks so far. */
  readonly bytesUsed: () => number
  readonly close: () => void
}

/** The bytes of a file as they lie on disk. */
export function openPlainSource(path: string): ByteSource {
  const raw = createReadStream(path, { highWaterMark: chunkBytes })
  // It may be closed before anybody reads, and the file gone by then.
  raw.on('error', ignoreStreamError)
  return {
    name: basename(path),
    packed: false,
    chunks: raw,
    bytesUsed: () => raw.bytesRead,
    close: () => raw.destroy(),
  }
}

/** For streams: an error inside a pipeline reaches whoever iterates its last stream. */
export function ignoreStreamError(): void {}
