/** A zip archive on disk or in memory. Its members are inflated while they are read; nothing is unpacked to disk. */
import { basename } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { InputError } from '../input-error.ts'
import { type ByteSource, chunkBytes, ignoreStreamError } from './byte-source.ts'
import { stripInvisible } from '@careatlas/directory/strip-invisible'

/** The supported compression methods of the zip format (APPNOTE 4.4.5). */
const stored = 0
const deflated = 8

/** The archives of the registry have about ten files; a longer list is an attack. */
const membersMax = 1000

const options = { lazyEntries: true, autoClose: false }

export interface ZipMember {
  /** The full path in the archive: `xl/workbook.xml`. */
  readonly path: string
  /** The last part of the path, in visible characters. */
  readonly name: string
  /** @throws {InputError} now or while iterating: encrypted, an unsupported compression method, a wrong checksum. */
  readonly open: () => Promise<ByteSource>
}

export interface ZipArchive extends Disposable {
  /** Without folders and without the `__MACOSX` copies that macOS adds. */
  readonly members: readonly ZipMember[]
}

/** @throws {InputError} when the archive is damaged. */
export async function openZipArchive(path: string): Promise<ZipArchive> {
  return listArchive(openPromise(path, options), basename(path))
}

/** `file` is the base name for messages. @throws {InputError} when the bytes are not an undamaged archive. */
export async function openZipBuffer(bytes: Buffer, file: string): Promise<ZipArchive> {
  return listArchive(fromBufferPromise(bytes, options), file)
}

async function listArchive(opening: Promise<ZipFile>, file: string): Promise<ZipArchive> {
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
    throw new InputError(`${file} has more than ${membersMax} files; unpack it and give one of them.`)
  const members: ZipMember[] = []
  for await (const entry of archive.eachEntry()) {
    const path = entry.fileName
    if (path.endsWith('/') || path.includes('__MACOSX/')) continue
    members.push({ path, name: stripInvisible(basename(path)), open: () => openEntry(archive, entry, file) })
  }
  return members
}

async function openEntry(archive: ZipFile, entry: Entry, file: string): Promise<ByteSource> {
  const isSupported = entry.compressionMethod === stored || entry.compressionMethod === deflated
  if (entry.isEncrypted() || !isSupported) {
    throw new InputError(
      `${file} is encrypted or uses an unsupported compression method; unpack it and give the file inside.`,
    )
  }
  const raw = await openRawStream(archive, entry, file)
  const name = stripInvisible(basename(entry.fileName))
  return { ...inflate(raw, entry, file), name, isCompressed: true, close: () => raw.destroy() }
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

/** Yields the chunks, and throws at the end if the checksum is wrong. */
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

/** Whether the operating system could not read the file (`EIO`); the archive may be undamaged. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
}

function damagedError(file: string, cause: unknown): InputError {
  return new InputError(`${file} is a truncated or damaged zip archive; download it again.`, { cause })
}
