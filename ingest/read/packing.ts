/** Detects archives and compression by their first bytes in a stream that should be text. */

export interface Packing {
  /** With its article: "a tar archive". */
  readonly name: string
  /** The command that unpacks it. */
  readonly command: string
}

const packings: readonly (Packing & { readonly at?: number; readonly bytes: string })[] = [
  { name: 'a gzip file', command: 'gunzip', bytes: '\u001f\u008b' },
  { name: 'a tar archive', command: 'tar -xf', at: 257, bytes: 'ustar' },
  { name: 'a zip archive', command: 'unzip', bytes: 'PK\u0003\u0004' },
  { name: 'a bzip2 file', command: 'bunzip2', bytes: 'BZh' },
  { name: 'an xz file', command: 'unxz', bytes: '\u00fd7zXZ\0' },
  { name: 'a Zstandard file', command: 'unzstd', bytes: '(\u00b5/\u00fd' },
  { name: 'a 7z archive', command: '7z x', bytes: '7z\u00bc\u00af' },
]

/** Null for a CSV file, JSON or another text. */
export function detectPacking(start: Buffer): Packing | null {
  const text = start.toString('latin1', 0, 512)
  return packings.find(({ at = 0, bytes }) => text.startsWith(bytes, at)) ?? null
}
