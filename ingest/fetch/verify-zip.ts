/** Verifies that an archive is complete, without unpacking it. Readers verify the checksum of each member. */
import { open } from 'node:fs/promises'
import { openPromise, type ZipFile } from 'yauzl'
import { isStorageFailure } from '../storage-error.ts'
import { InputError } from '../input-error.ts'

/** An archive of NPPES has about a dozen. */
const membersMax = 1000

/**
 * Reads the end, the central directory, and the header before each member (APPNOTE 4.3).
 *
 * @param name the name of the file, and `address` its source, for messages.
 * @throws {InputError} when these parts do not match.
 */
export async function verifyZip(path: string, name: string, address: URL): Promise<void> {
  if (!(await hasZipSignature(path)))
    throw new InputError(
      `${address.host} sends a file that is not a zip archive as ${name}; open ${address.href} in a browser to see its content.`,
    )
  try {
    const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
    try {
      await readLocalHeaders(archive)
    } finally {
      archive.close()
    }
  } catch (error) {
    if (isStorageFailure(error)) throw error
    throw new InputError(
      `${name} is a truncated or damaged zip archive and was not kept; try again now, or later.`,
      { cause: error },
    )
  }
}

async function hasZipSignature(path: string): Promise<boolean> {
  await using handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('latin1') === 'PK\u0003\u0004'
}

/** yauzl rejects an invalid header, and a member that ends after the end of the archive. */
async function readLocalHeaders(archive: ZipFile): Promise<void> {
  if (archive.entryCount === 0 || archive.entryCount > membersMax)
    throw new RangeError(`${archive.entryCount} members`)
  for await (const entry of archive.eachEntry()) {
    await archive.readLocalFileHeaderPromise(entry, { minimal: true })
  }
}
