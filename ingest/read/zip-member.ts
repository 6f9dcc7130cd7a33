/** The one member of a zip archive that is meant, inflated as it is read; nothing is unpacked to disk. */
import { basename } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { InputRefused } from '../input-refused.ts'
import { type ByteSource, chunkBytes, leaveToReader } from './byte-source.ts'

/** Compression methods of the zip format (APPNOTE 4.4.5) that are read. */
const stored = 0
const deflated = 8

/**
 * Header-only members (`…_fileheader.csv`) and a Mac's `__MACOSX` shadows are never meant.
 *
 * @throws {InputRefused} when the archive is damaged, or when no member or several are meant.
 */
export async function openZipMember(path: string, isMeant: (name: string) => boolean): Promise<ByteSource> {
  const file = basename(path)
  const archive = await openArchive(path, file)
  try {
    const entry = await meantEntry(archive, file, isMeant)
    const raw = await archive.openReadStreamPromise(entry, { decodeFileData: false })
    const close = (): void => {
      raw.destroy()
      archive.close()
    }
    return { ...inflate(raw, entry, file), name: basename(entry.fileName), packed: true, close }
  } catch (error) {
    archive.close()
    throw error instanceof InputRefused ? error : damaged(file, error)
  }
}

async function openArchive(path: string, file: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (error) {
    throw damaged(file, error)
  }
}

function damaged(file: string, cause: unknown): InputRefused {
  return new InputRefused(`${file} is a truncated or damaged zip archive; download it again.`, { cause })
}

async function meantEntry(
  archive: ZipFile,
  file: string,
  isMeant: (name: string) => boolean,
): Promise<Entry> {
  const meant: Entry[] = []
  for await (const entry of archive.eachEntry()) {
    const name = basename(entry.fileName)
    if (entry.fileName.endsWith('/') || entry.fileName.includes('__MACOSX/')) continue
    if (!/_fileheader\.csv$/i.test(name) && isMeant(name)) meant.push(entry)
  }
  const [entry, second] = meant
  if (entry === undefined)
    throw new InputRefused(`${file} holds no file of this kind; check which archive it is.`)
  if (second !== undefined) {
    throw new InputRefused(
      `${file} holds several files of this kind (${basename(entry.fileName)}, ${basename(second.fileName)}); unpack it and name one.`,
    )
  }
  const readable = entry.compressionMethod === stored || entry.compressionMethod === deflated
  if (entry.isEncrypted() || !readable) {
    throw new InputRefused(
      `${file} is encrypted or packed in an uncommon way; unpack it and name the file inside.`,
    )
  }
  return entry
}

function inflate(raw: Readable, entry: Entry, file: string): Pick<ByteSource, 'chunks' | 'bytesUsed'> {
  if (entry.compressionMethod === stored) {
    return { chunks: checked(raw, entry, file), bytesUsed: () => entry.compressedSize }
  }
  const inflated = pipeline(raw, createInflateRaw({ chunkSize: chunkBytes }), leaveToReader)
  return { chunks: checked(inflated, entry, file), bytesUsed: () => inflated.bytesWritten }
}

/** Refuses bytes that are not those that were packed. */
async function* checked(chunks: AsyncIterable<Buffer>, entry: Entry, file: string): AsyncGenerator<Buffer> {
  let checksum = 0
  for await (const chunk of chunks) {
    checksum = crc32(chunk, checksum)
    yield chunk
  }
  if (checksum !== entry.crc32) throw damaged(file, undefined)
}
