/** SHA-256 of every file of a snapshot, and what differs from its manifest. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Manifest, Manifest as ManifestSchema } from './format.ts'

const manifestFile = 'manifest.json'
const sealFile = 'manifest.sha256'

/** Size and digest of every file below `folder`, by path inside it, the manifest and its seal apart. */
export async function checksumsOf(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  for (const path of await filesBelow(folder)) {
    if (path === manifestFile || path === sealFile) continue
    files[path] = { bytes: (await stat(join(folder, path))).size, sha256: await sha256(join(folder, path)) }
  }
  return files
}

/** The manifest as text and the digest that seals it, to be written beside each other. */
export function sealed(manifest: Manifest): readonly [path: string, text: string][] {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  return [
    [manifestFile, text],
    [sealFile, `${createHash('sha256').update(text).digest('hex')}\n`],
  ]
}

/** The manifest of `folder` after checking every byte against it; throws SnapshotDamaged otherwise. */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const problems = await differences(folder, manifest)
  if (problems.length > 0) throw new SnapshotDamaged(folder, problems)
  return manifest
}

/** The manifest alone; throws SnapshotDamaged when it is missing, altered or of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, seal] = await Promise.all([readText(folder, manifestFile), readText(folder, sealFile)])
  if (`${createHash('sha256').update(text).digest('hex')}\n` !== seal) {
    throw new SnapshotDamaged(folder, [`${manifestFile} does not match ${sealFile}`])
  }
  const manifest = parseManifest(text)
  if (!manifest) {
    throw new SnapshotDamaged(folder, [
      `${manifestFile} has a format that this version cannot read; ingest again`,
    ])
  }
  return manifest
}

function parseManifest(text: string): Manifest | null {
  try {
    return ManifestSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Every difference between the folder and its manifest, in sentences; none when it is sound. */
async function differences(folder: string, manifest: Manifest): Promise<readonly string[]> {
  const found = await checksumsOf(folder)
  const names = new Set([...Object.keys(found), ...Object.keys(manifest.files)])
  return [...names].toSorted().flatMap((name) => {
    const [actual, listed] = [found[name], manifest.files[name]]
    if (!actual) return [`${name} is missing`]
    if (!listed) return [`${name} is not in the manifest`]
    if (actual.bytes !== listed.bytes) return [`${name} has ${actual.bytes} bytes instead of ${listed.bytes}`]
    return actual.sha256 === listed.sha256 ? [] : [`${name} does not match its SHA-256`]
  })
}

/** A snapshot that must not be served. */
export class SnapshotDamaged extends Error {
  constructor(folder: string, problems: readonly string[]) {
    super(
      `The snapshot ${folder} is damaged: ${problems.join('; ')}. Publish it again with: careatlas ingest`,
    )
    this.name = 'SnapshotDamaged'
  }
}

async function readText(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8')
  } catch (cause) {
    throw new SnapshotDamaged(folder, [`${name} cannot be read (${(cause as NodeJS.ErrnoException).code})`])
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
