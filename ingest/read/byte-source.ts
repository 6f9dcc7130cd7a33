/** What lies under an open file, one shape for the plain, the gzipped and the zipped. */

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

/** For `pipeline`: an error inside it reaches whoever iterates its last stream. */
export function leaveToReader(): void {}
