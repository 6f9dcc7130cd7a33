/** Opens a plain, gzipped or zipped source file as a stream of bytes. The first bytes decide the format, not the name. */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import { InputError } from '../input-error.ts'
import { type ByteSource, chunkBytes, ignoreStreamError, openPlainSource } from './byte-source.ts'
import { openZipMember, listZipMemberNames } from './zip-member.ts'
import { formatByteSize } from './byte-size.ts'

/** Six times the whole registry file (10.7 GB in June 2025); an archive with more is a decompression bomb. */
const inflatedBytesMax = 64 * 1024 ** 3

/**
 * Real files have at most 23 times their compressed size, and DEFLATE reaches up to 1,032 times. The check begins after
 * `ratioFreeBytes`, because a small file may repeat itself.
 */
const inflationRatioMax = 200
export const ratioFreeBytes = 64 * 1024 ** 2

/** Enough to recognize a web page. */
const sniffedBytesMax = 512

/** Receives the number of bytes that were read from disk since the last call (compressed or not), for a progress bar. */
export type OnBytes = (bytes: number) => void

export interface OpenOptions {
  /** Whether to read the member of a zip with this base name. Default: any `.csv`. */
  readonly member?: (name: string) => boolean
  readonly onBytes?: OnBytes | undefined
  readonly inflatedBytesMax?: number
}

/** A file whose bytes can be read once. Close it with `await using`. */
export interface OpenedFile extends AsyncDisposable {
  /** The base name of the file, or of the member of a zip. */
  readonly name: string
  readonly isCompressed: boolean
  readonly bytes: AsyncIterable<Buffer>
}

/** @throws {InputError} now or while iterating: missing, a folder, empty, truncated, damaged, or a web page. */
export async function openFile(path: string, options: OpenOptions = {}): Promise<OpenedFile> {
  const source = await openSource(path, options)
  return {
    name: source.name,
    isCompressed: source.isCompressed,
    bytes: validateChunks(source, basename(path), options),
    [Symbol.asyncDispose]: async () => source.close(),
  }
}

/**
 * The base names of the members of a zip, without header-only files; null for a file that is not a zip.
 *
 * @throws {InputError} when the file is missing, a folder, or a damaged archive.
 */
export async function listMemberNames(path: string): Promise<readonly string[] | null> {
  return isZip(await readFirstBytes(path, basename(path))) ? listZipMemberNames(path) : null
}

/**
 * Verifies the checksum of a compressed file. A damaged archive may unpack to nonsense before its checksum is reached, so a
 * reader that cannot parse the content calls this function before it reports its own error.
 *
 * @throws {InputError} when the file is compressed and damaged.
 */
export async function requireUndamaged(path: string, options: OpenOptions): Promise<void> {
  await using file = await openFile(path, { ...options, onBytes: undefined })
  if (file.isCompressed) for await (const _ of file.bytes);
}

async function openSource(path: string, options: OpenOptions): Promise<ByteSource> {
  const file = basename(path)
  const firstBytes = await readFirstBytes(path, file)
  if (firstBytes.length === 0) throw new InputError(`${file} is empty; download it again.`)
  if (firstBytes.toString('latin1') === 'PK\u0005\u0006')
    throw new InputError(`${file} is an empty zip archive; download it again.`)
  if (isZip(firstBytes)) {
    return openZipMember(path, options.member ?? ((name) => /\.csv$/i.test(name)))
  }
  if (firstBytes[0] !== 0x1f || firstBytes[1] !== 0x8b) return openPlainSource(path)
  const raw = createReadStream(path, { highWaterMark: chunkBytes })
  const inflated = pipeline(raw, createGunzip({ chunkSize: chunkBytes }), ignoreStreamError)
  const { size } = await stat(path)
  const name = file.replace(/\.gz$/i, '')
  return {
    name,
    isCompressed: true,
    chunks: requireFullyRead(inflated, size, file),
    bytesUsed: () => inflated.bytesWritten,
    close: () => inflated.destroy(),
  }
}

/** Yields the chunks, and throws for bytes after the last gzip member, which zlib silently ignores. */
async function* requireFullyRead(inflated: Gunzip, size: number, file: string): AsyncGenerator<Buffer> {
  for await (const chunk of inflated) yield chunk as Buffer
  if (inflated.bytesWritten < size)
    throw new InputError(`${file} has data after the end of its gzip content; download it again.`)
}

function isZip(firstBytes: Buffer): boolean {
  return firstBytes.toString('latin1') === 'PK\u0003\u0004'
}

async function readFirstBytes(path: string, file: string): Promise<Buffer> {
  try {
    const stats = await stat(path)
    if (stats.isDirectory()) throw new InputError(`${file} is a folder; give a file inside it.`)
    // Opening a pipe would wait for a writer.
    if (!stats.isFile())
      throw new InputError(`${file} is not a regular file; save its content to a file first.`)
    await using handle = await open(path)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (error instanceof InputError) throw error
    const code = getErrorCode(error)
    if (code === 'ENOENT') throw new InputError(`${path} does not exist; check the path.`, { cause: error })
    throw new InputError(`${file} cannot be read (${code}); check its permissions.`, { cause: error })
  }
}

/** Yields the chunks, and throws an InputError for content that cannot be read. */
async function* validateChunks(
  source: ByteSource,
  file: string,
  options: OpenOptions,
): AsyncGenerator<Buffer> {
  const bytesMax = options.inflatedBytesMax ?? inflatedBytesMax
  let totalBytes = 0
  let reportedBytes = 0
  try {
    for await (const chunk of source.chunks) {
      if (totalBytes === 0) {
        rejectArchive(chunk, source.isCompressed, file, options)
        rejectWebPage(chunk, file)
      }
      totalBytes += chunk.length
      if (totalBytes > bytesMax) {
        throw new InputError(
          `${file} inflates to more than ${formatByteSize(bytesMax)}; give a directory file instead.`,
        )
      }
      rejectBomb(source, totalBytes, file)
      options.onBytes?.(source.bytesUsed() - reportedBytes)
      reportedBytes = source.bytesUsed()
      yield chunk
    }
  } catch (error) {
    throw toInputError(error, file)
  }
  if (totalBytes === 0) throw new InputError(`${file} is empty once unpacked; download it again.`)
}

/** Stops at a decompression bomb long before the maximum of a large file. */
function rejectBomb({ isCompressed, bytesUsed }: ByteSource, totalBytes: number, file: string): void {
  if (!isCompressed || totalBytes <= ratioFreeBytes || totalBytes <= bytesUsed() * inflationRatioMax) return
  throw new InputError(
    `${file} inflates to more than ${inflationRatioMax} times its size, as a decompression bomb does; if you trust it, unpack it and give the unpacked file.`,
  )
}

/** Rejects archives inside archives, and other formats than gzip and zip. */
function rejectArchive(chunk: Buffer, isDecompressed: boolean, file: string, { member }: OpenOptions): void {
  const format = detectArchiveFormat(chunk)
  const wantsSpreadsheet = member?.('document.xlsx') === true
  if (format !== null && !(format.name === 'a zip archive' && wantsSpreadsheet)) {
    throw new InputError(
      `${file} ${isDecompressed ? 'has' : 'is'} ${format.name}${isDecompressed ? ' inside' : ''}; unpack it (${format.command}) and give the unpacked file.`,
    )
  }
}

/** A format of an archive or of compressed data, which a stream of text must not have. */
interface ArchiveFormat {
  /** With its article: "a tar archive". */
  readonly name: string
  /** The command that unpacks it. */
  readonly command: string
}

const archiveFormats: readonly (ArchiveFormat & { readonly offset?: number; readonly bytes: string })[] = [
  { name: 'a gzip file', command: 'gunzip', bytes: '\u001f\u008b' },
  { name: 'a tar archive', command: 'tar -xf', offset: 257, bytes: 'ustar' },
  { name: 'a zip archive', command: 'unzip', bytes: 'PK\u0003\u0004' },
  { name: 'a bzip2 file', command: 'bunzip2', bytes: 'BZh' },
  { name: 'an xz file', command: 'unxz', bytes: '\u00fd7zXZ\0' },
  { name: 'a Zstandard file', command: 'unzstd', bytes: '(\u00b5/\u00fd' },
  { name: 'a 7z archive', command: '7z x', bytes: '7z\u00bc\u00af' },
]

/** By the first bytes; null for a CSV file, JSON or another text. */
function detectArchiveFormat(firstBytes: Buffer): ArchiveFormat | null {
  const text = firstBytes.toString('latin1', 0, 512)
  return archiveFormats.find(({ offset = 0, bytes }) => text.startsWith(bytes, offset)) ?? null
}

function rejectWebPage(chunk: Buffer, file: string): void {
  const firstBytes = chunk.subarray(0, sniffedBytesMax).toString('latin1').trimStart()
  if (!/^<(!doctype|html|head|body|\?xml|!--)/i.test(firstBytes)) return
  throw new InputError(`${file} is a web page and not a data file; download the file itself.`)
}

function toInputError(error: unknown, file: string): unknown {
  const code = getErrorCode(error)
  if (code === 'Z_BUF_ERROR') {
    return new InputError(`${file} is truncated; download it again.`, { cause: error })
  }
  if (code.startsWith('Z_')) {
    return new InputError(`${file} is damaged and cannot be unpacked; download it again.`, { cause: error })
  }
  if (/^E[A-Z]+$/.test(code)) {
    return new InputError(`${file} cannot be read to its end (${code}); check the disk.`, { cause: error })
  }
  return error
}

/** The code of a system or zlib error, such as `ENOENT`; empty for any other error. */
function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
