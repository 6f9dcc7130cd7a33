/** A zip archive, on disk or in memory: its members listed, and inflated as they are read; nothing is unpacked to disk. */
import { basename } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { InputError } from '../input-error.ts'
import { type ByteSource, chunkBytes, ignoreStreamError } from './byte-source.ts'
import { stripInvisible } from './strip-invisible.ts'

/** Compression methods of the zip format (APPNOTE 4.4.5) that are read. */
const stored = 0
const deflated = 8

/** The registry's archives hold about ten files; past this, a list is an attack and not an archive. */
const membersMax = 1000

const options = { lazyEntries: true, autoClose: false }

export interface ZipMember {
  /** As the archive writes it: `xl/workbook.xml`. */
  readonly path: string
  /** The last part of the path, in visible characters. */
  readonly name: string
  /** @throws {InputError} now or while iterating: encrypted, packed in an uncommon way, not what was packed. */
  readonly open: () => Promise<ByteSource>
}

export interface ZipArchive extends Disposable {
  /** Its folders and a Mac's `__MACOSX` shadows left out. */
  readonly members: readonly ZipMember[]
}

/** @throws {InputError} when it is no sound archive. */
export async function openZipArchive(path: string): Promise<ZipArchive> {
  return toArchive(openPromise(path, options), basename(path))
}

/** @throws {InputError} when the bytes are no sound archive; `file` is the base name to say. */
export async function openZipBuffer(bytes: Buffer, file: string): Promise<ZipArchive> {
  return toArchive(fromBufferPromise(bytes, options), file)
}

async function toArchive(opening: Promise<ZipFile>, file: string): Promise<ZipArchive> {
  let archive: ZipFile | null = null
  try {
    archive = await opening
    const members = await listMembers(archive, file)
    return { members, [Symbol.dispose]: () => archive?.close() }
  } catch (error) {
    archive?.close()
    throw error instanceof InputError ? error : damagedError(file, error)
  }
}

async function listMembers(archive: ZipFile, file: string): Promise<ZipMember[]> {
  if (archive.entryCount > membersMax)
    throw new InputError(`${file} holds more than ${membersMax} files; unpack it and name one.`)
  const members: ZipMember[] = []
  for await (const entry of archive.eachEntry()) {
    const path = entry.fileName
    if (path.endsWith('/') || path.includes('__MACOSX/')) continue
    members.push({ path, name: stripInvisible(basename(path)), open: () => openEntry(archive, entry, file) })
  }
  return members
}

async function openEntry(archive: ZipFile, entry: Entry, file: string): Promise<ByteSource> {
  const readable = entry.compressionMethod === stored || entry.compressionMethod === deflated
  if (entry.isEncrypted() || !readable) {
    throw new InputError(
      `${file} is encrypted or packed in an uncommon way; unpack it and name the file inside.`,
    )
  }
  const raw = await openRawStream(archive, entry, file)
  const name = stripInvisible(basename(entry.fileName))
  return { ...inflate(raw, entry, file), name, packed: true, close: () => raw.destroy() }
}

async function openRawStream(archive: ZipFile, entry: Entry, file: string): Promise<Readable> {
  try {
    return await archive.openReadStreamPromise(entry, { decodeFileData: false })
  } catch (error) {
    throw damagedError(file, error)
  }
}

function inflate(raw: Readable, entry: Entry, file: string): Pick<ByteSource, 'chunks' | 'bytesUsed'> {
  if (entry.compressionMethod === stored) {
    return { chunks: verifyChecksum(raw, entry, file), bytesUsed: () => entry.compressedSize }
  }
  const inflated = pipeline(raw, createInflateRaw({ chunkSize: chunkBytes }), ignoreStreamError)
  return { chunks: verifyChecksum(inflated, entry, file), bytesUsed: () => inflated.bytesWritten }
}

/** Refuses bytes that are not those that were packed. */
async function* verifyChecksum(
  chunks: AsyncIterable<Buffer>,
  entry: Entry,
  file: string,
): AsyncGenerator<Buffer> {
  let checksum = 0
  try {
    for await (const chunk of chunks) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw isSystemError(error) ? error : damagedError(file, error)
  }
  if (checksum !== entry.crc32) throw damagedError(file, undefined)
}

/** A disk that cannot be read (`EIO`) says nothing about the archive. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
}

function damagedError(file: string, cause: unknown): InputError {
  return new InputError(`${file} is a truncated or damaged zip archive; download it again.`, { cause })
}
