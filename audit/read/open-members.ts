/** Opens the files in a source file, which may be plain, gzip or zip. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
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
  const magic = await readMagicNumber(path)
  if (magic.startsWith('504b')) yield* openZipMembers(path)
  else {
    const file = createReadStream(path, { highWaterMark: chunkBytes })
    const isGzip = magic.startsWith('1f8b')
    const name = isGzip ? basename(path).replace(/\.gz$/i, '') : basename(path)
    yield { name, bytes: isGzip ? file.pipe(createGunzip({ chunkSize: chunkBytes })) : file }
  }
}

async function* openZipMembers(path: string): AsyncGenerator<Member> {
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
async function readMagicNumber(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('hex', 0, bytesRead)
}
