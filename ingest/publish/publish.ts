/** Publishes a finished folder as the live snapshot: flush, rename, move the pointer, remove old snapshots. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealManifest, SnapshotCorruptError, verifyGeneration } from '@careatlas/directory/snapshot/checksums'
import {
  readCurrentGeneration,
  generationNumber,
  pointerFile,
  listPublishedGenerations,
  listServableGenerations,
  snapshotFolder,
  snapshotsFolder,
} from '@careatlas/directory/snapshot/current'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { isStorageFailure } from '../storage-error.ts'

/** Prefixes of folders that are being built or removed. At the start of an ingest, such a folder is from a killed ingest. */
const [buildingPrefix, removingPrefix] = ['.building-', '.removing-']

/** The folder of the new snapshot, and a folder for temporary files. */
export interface BuildingFolder {
  readonly snapshot: string
  readonly work: string
}

/** Creates two empty folders next to the published snapshots; disposal removes them. */
export function createBuildingFolder(dataDir: string): BuildingFolder & Disposable {
  const snapshots = snapshotsFolder(dataDir)
  mkdirSync(snapshots, { recursive: true })
  for (const name of readdirSync(snapshots)) {
    const isLeftover = name.startsWith(buildingPrefix) || name.startsWith(removingPrefix)
    if (isLeftover) rmSync(join(snapshots, name), { recursive: true })
  }
  const path = join(snapshots, `${buildingPrefix}${process.pid}`)
  const [snapshot, work] = [join(path, 'snapshot'), join(path, 'work')]
  for (const folder of [snapshot, work]) mkdirSync(folder, { recursive: true })
  return { snapshot, work, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** `<date>.<n>`: the date of the data, and a number above all published ones, which shows the order of publishing. */
export function nextGeneration(dataDir: string, dataAsOf: string): string {
  const numbers = listPublishedGenerations(dataDir).map(generationNumber)
  return `${dataAsOf}.${Math.max(0, ...numbers) + 1}`
}

/** Publishes `building` as `manifest.generation`. After the return, the snapshot survives a crash or power loss. */
export async function publish(dataDir: string, building: string, manifest: Manifest): Promise<void> {
  for (const [name, text] of sealManifest(manifest)) await writeFile(join(building, name), text)
  await flushTree(building)
  const previousGenerations =
    readCurrentGeneration(dataDir) === null ? null : listServableGenerations(dataDir)
  const pointer = await writePointer(dataDir, manifest.generation)
  // From here on no step needs disk space.
  await rename(building, snapshotFolder(dataDir, manifest.generation))
  await flush(snapshotsFolder(dataDir))
  await replacePointer(dataDir, pointer)
  if (previousGenerations !== null)
    await removeOldGenerations(dataDir, manifest.generation, previousGenerations).catch(ignoreStorageFailure)
}

/** Makes a published generation current. After the return, this survives a crash or power loss. */
export async function movePointer(dataDir: string, generation: string): Promise<void> {
  await replacePointer(dataDir, await writePointer(dataDir, generation))
}

async function replacePointer(dataDir: string, next: string): Promise<void> {
  await rename(next, join(dataDir, pointerFile))
  await flush(dataDir)
}

/** Writes the next pointer next to the current one, and returns its path. */
async function writePointer(dataDir: string, generation: string): Promise<string> {
  const path = join(dataDir, `${pointerFile}.next`)
  try {
    await writeFile(path, `${generation}\n`)
    await flush(path)
    return path
  } catch (error) {
    rmSync(path, { recursive: true, force: true })
    throw error
  }
}

/** Keeps the live generation and the best verified one before it, to which the server can return. */
async function removeOldGenerations(
  dataDir: string,
  liveGeneration: string,
  previousGenerations: readonly string[],
): Promise<void> {
  const kept = await findVerified(dataDir, previousGenerations)
  for (const name of listPublishedGenerations(dataDir)) {
    if (name !== liveGeneration && name !== kept) await removeGeneration(dataDir, name)
  }
}

/** The snapshot is already published, so the next ingest can remove old ones. */
function ignoreStorageFailure(error: unknown): void {
  if (!isStorageFailure(error)) throw error
}

/** The first undamaged generation; the first one if none is undamaged, so that an operator can still repair it. */
export async function findVerified(
  dataDir: string,
  generations: readonly string[],
): Promise<string | undefined> {
  for (const generation of generations) {
    try {
      await verifyGeneration(dataDir, generation)
      return generation
    } catch (error) {
      if (!(error instanceof SnapshotCorruptError)) throw error
    }
  }
  return generations[0]
}

/** Renames the folder first, so that an interrupted removal does not look like a damaged snapshot. */
export async function removeGeneration(dataDir: string, generation: string): Promise<void> {
  const removingPath = join(snapshotsFolder(dataDir), `${removingPrefix}${generation}`)
  await rename(snapshotFolder(dataDir, generation), removingPath)
  rmSync(removingPath, { recursive: true, force: true })
}

async function flushTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? flushTree(path) : flush(path))
  }
  await flush(folder)
}

/** Calls fsync for a file or a folder. */
async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
