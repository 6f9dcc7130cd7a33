/** Computes and verifies the SHA-256 checksums of the files of a snapshot. */
import { createHash } from 'node:crypto'
import { type Dirent, existsSync } from 'node:fs'
import { lstat, open, readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { listServableGenerations, snapshotFolder } from './current.ts'
import { type Manifest, Manifest as ManifestSchema } from './format.ts'

const manifestFile = 'manifest.json'
const sealFile = 'manifest.sha256'

/** Faults in an error message; the others are counted. */
const faultsListedMax = 5

type Checksum = Manifest['files'][string]

/** The bytes of a file, in pieces that the reader does not keep. */
export type ReadBytes = (path: string) => AsyncIterable<Uint8Array>

/** Reads without a rate limit. */
const readUnthrottled: ReadBytes = (path) => readPieces(path, 1 << 20)

/**
 * The bytes of a file in one buffer, no larger than the file. With a stream, which allocates a large buffer for each piece, the
 * garbage collector takes ten times as long as SHA-256 for a small snapshot.
 */
export async function* readPieces(path: string, pieceBytesMax: number): AsyncGenerator<Uint8Array> {
  await using file = await open(path)
  const { size } = await file.stat()
  const buffer = Buffer.allocUnsafeSlow(Math.min(size + 1, pieceBytesMax))
  for (;;) {
    const { bytesRead } = await file.read(buffer)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** Size and digest of every file in `folder` by relative path, without the manifest and its seal. */
export async function computeChecksums(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  for (const path of (await listFiles(folder)).keys()) {
    files[path] = await computeChecksum(join(folder, path), readUnthrottled)
  }
  return files
}

/** The text of the manifest and the digest that seals it. */
export function sealManifest(manifest: Manifest): readonly [path: string, text: string][] {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  return [
    [manifestFile, text],
    [sealFile, computeSeal(text)],
  ]
}

/** Verifies all files of a generation and returns its manifest; throws SnapshotCorruptError. */
export async function verifyGeneration(dataDir: string, generation: string): Promise<Manifest> {
  const folder = snapshotFolder(dataDir, generation)
  const manifest = await verifySnapshot(folder)
  checkName(folder, manifest)
  return manifest
}

/** Verifies all files of `folder` and returns its manifest; throws SnapshotCorruptError. */
export async function verifySnapshot(folder: string, read: ReadBytes = readUnthrottled): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const faults = await findFaults(folder, manifest, read)
  if (faults.length > 0) throw new SnapshotCorruptError(folder, faults)
  return manifest
}

/** Throws SnapshotCorruptError if the manifest is of another generation than the name of the folder. */
export function checkName(folder: string, { generation }: Manifest): void {
  if (generation !== basename(folder))
    throw new SnapshotCorruptError(folder, [`its manifest has the generation ${generation}`])
}

/** Reads only the manifest; throws SnapshotCorruptError if it is missing, changed or of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  if (!existsSync(folder)) throw new SnapshotCorruptError(folder, ['its folder is missing'])
  const [bytes, seal] = await Promise.all([
    readMetadata(folder, manifestFile),
    readMetadata(folder, sealFile),
  ])
  if (computeSeal(bytes) !== seal.toString('latin1')) {
    throw new SnapshotCorruptError(folder, [`${manifestFile} does not match ${sealFile}`])
  }
  const manifest = parseManifest(bytes)
  if (manifest === null) {
    throw new SnapshotCorruptError(folder, [`${manifestFile} has a format that this version cannot read`])
  }
  return manifest
}

/** The newest readable manifest, without verification of the other files; null if there is none. */
export async function newestManifest(dataDir: string): Promise<Manifest | null> {
  for (const generation of listServableGenerations(dataDir)) {
    try {
      return await readManifest(snapshotFolder(dataDir, generation))
    } catch (error) {
      if (!(error instanceof SnapshotCorruptError)) throw error
    }
  }
  return null
}

/** A snapshot that must not be served. */
export class SnapshotCorruptError extends Error {
  constructor(folder: string, faults: readonly string[]) {
    const more = faults.length - faultsListedMax
    const listed = faults.slice(0, faultsListedMax).join('; ') + (more > 0 ? `; and ${more} more` : '')
    super(`The snapshot ${folder} is damaged (${listed}): publish it again with careatlas ingest.`)
    this.name = 'SnapshotCorruptError'
  }
}

/** Hashes bytes, because different damaged bytes can decode to the same characters. */
function computeSeal(manifest: string | Uint8Array): string {
  return `${createHash('sha256').update(manifest).digest('hex')}\n`
}

function parseManifest(bytes: Buffer): Manifest | null {
  try {
    return ManifestSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

/** Lists the differences between a folder and its manifest, each with the path of the file. */
async function findFaults(folder: string, { files }: Manifest, read: ReadBytes): Promise<readonly string[]> {
  const listed = new Map(Object.entries(files))
  const found = await listFiles(folder)
  const faults: string[] = []
  for (const path of [...new Set([...listed.keys(), ...found.keys()])].toSorted()) {
    const fault = await checkFile(join(folder, path), found.get(path), listed.get(path), read)
    if (fault !== null) faults.push(`${path} ${fault}`)
  }
  return faults
}

async function checkFile(
  path: string,
  entry: Dirent | undefined,
  listed: Checksum | undefined,
  read: ReadBytes,
): Promise<string | null> {
  if (!entry) return 'is missing'
  if (!listed) return 'is not in the manifest'
  if (!entry.isFile()) return notPlainFile
  try {
    const { bytes, sha256 } = await computeChecksum(path, read)
    if (bytes !== listed.bytes) return `has ${bytes} bytes instead of ${listed.bytes}`
    return sha256 === listed.sha256 ? null : 'does not match its SHA-256'
  } catch (error) {
    return describeReadError(error)
  }
}

/** Symbolic links lead to files without checksums, and reading a pipe may never end. */
const notPlainFile = 'is not a plain file'

/** A lack of memory or file handles does not mean that the disk is damaged. */
const resourceErrorCodes: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']

/** A read error of the disk is damage. Other errors, such as an abort, are rethrown. */
function describeReadError(error: unknown): string {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error
  if (resourceErrorCodes.includes(error.code)) throw error
  return error.code === 'ENOENT' ? 'is missing' : `cannot be read (${String(error.code)})`
}

async function readMetadata(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name)
  try {
    if ((await lstat(path)).isFile()) return await readFile(path)
  } catch (error) {
    throw new SnapshotCorruptError(folder, [`${name} ${describeReadError(error)}`])
  }
  throw new SnapshotCorruptError(folder, [`${name} ${notPlainFile}`])
}

/** All entries in the folder except folders, the manifest and its seal, by relative path. */
async function listFiles(folder: string): Promise<ReadonlyMap<string, Dirent>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => [relative(folder, join(entry.parentPath, entry.name)), entry] as const)
      .filter(([path]) => path !== manifestFile && path !== sealFile)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

async function computeChecksum(path: string, read: ReadBytes): Promise<Checksum> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of read(path)) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
