/** Opens the files in a source file, which may be plain, gzip or zip. */
import { createReadStream, openSync, readSync, closeSync } from 'node:fs'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import { openPromise } from 'yauzl'

export interface Member {
  /** Base name without `.gz`. */
  readonly name: string
  readonly bytes: AsyncIterable<Buffer>
}

const chunkBytes = 1024 * 1024

/** Yields the members of the file in order; read the bytes of one before you request the next. */
export async function* openMembers(path: string): AsyncGenerator<Member> {
  const magic = firstBytes(path)
  if (magic.startsWith('504b')) yield* zipMembers(path)
  else {
    const file = createReadStream(path, { highWaterMark: chunkBytes })
    const packed = magic.startsWith('1f8b')
    const name = packed ? basename(path).replace(/\.gz$/i, '') : basename(path)
    yield { name, bytes: packed ? file.pipe(createGunzip({ chunkSize: chunkBytes })) : file }
  }
}

async function* zipMembers(path: string): AsyncGenerator<Member> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of archive.eachEntry()) {
      const name = basename(entry.fileName)
      if (entry.fileName.endsWith('/') || entry.fileName.includes('__MACOSX/')) continue
      yield { name, bytes: await archive.openReadStreamPromise(entry) }
    }
  } finally {
    archive.close()
  }
}

/** In hexadecimal. */
function firstBytes(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(4)
    return bytes.toString('hex', 0, readSync(file, bytes, 0, 4, 0))
  } finally {
    closeSync(file)
  }
}

/** All bytes of a member that is known to be small. */
export async function readAll(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
