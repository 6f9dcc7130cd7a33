/** A finished folder becomes the served snapshot: flush, rename, move the pointer, clear away what is old. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  sealManifest,
  SnapshotCorruptError,
  verifiedGeneration,
} from '@careatlas/directory/snapshot/checksums'
import {
  currentGeneration,
  generationNumber,
  pointerFile,
  publishedGenerations,
  servableGenerations,
  snapshotFolder,
  snapshotsFolder,
} from '@careatlas/directory/snapshot/current'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { isStorageFailure } from '../storage-error.ts'

/** Folders being built or removed carry these; one that is found when an ingest starts was left by a killed one. */
const [buildingPrefix, removingPrefix] = ['.building-', '.removing-']

/** Where the snapshot grows, and where what is set aside lies meanwhile. */
export interface BuildingFolder {
  readonly snapshot: string
  readonly work: string
}

/** Two empty folders beside the published ones, removed when disposed. */
export function createBuildingFolder(dataDir: string): BuildingFolder & Disposable {
  const snapshots = snapshotsFolder(dataDir)
  mkdirSync(snapshots, { recursive: true })
  for (const name of readdirSync(snapshots)) {
    const left = name.startsWith(buildingPrefix) || name.startsWith(removingPrefix)
    if (left) rmSync(join(snapshots, name), { recursive: true })
  }
  const path = join(snapshots, `${buildingPrefix}${process.pid}`)
  const [snapshot, work] = [join(path, 'snapshot'), join(path, 'work')]
  for (const folder of [snapshot, work]) mkdirSync(folder, { recursive: true })
  return { snapshot, work, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** `<date>.<n>`: the data's date and a number above every published one, so that numbers tell which came later. */
export function nextGeneration(dataDir: string, dataAsOf: string): string {
  const numbers = publishedGenerations(dataDir).map(generationNumber)
  return `${dataAsOf}.${Math.max(0, ...numbers) + 1}`
}

/** Publishes `building` as `manifest.generation`: after this returns, a crash or power loss leaves it served. */
export async function publish(dataDir: string, building: string, manifest: Manifest): Promise<void> {
  for (const [name, text] of sealManifest(manifest)) await writeFile(join(building, name), text)
  await flushTree(building)
  const before = currentGeneration(dataDir) === null ? null : servableGenerations(dataDir)
  const pointer = await writePointer(dataDir, manifest.generation)
  // From here on nothing needs room on the disk.
  await rename(building, snapshotFolder(dataDir, manifest.generation))
  await flush(snapshotsFolder(dataDir))
  await rename(pointer, join(dataDir, pointerFile))
  await flush(dataDir)
  if (before !== null)
    await removeOldGenerations(dataDir, manifest.generation, before).catch(ignoreStorageFailure)
}

/** Writes the next pointer beside the present one and returns its path. */
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

/** Kept are the served generation and the best one before it that is sound, for the server to go back to. */
async function removeOldGenerations(
  dataDir: string,
  served: string,
  before: readonly string[],
): Promise<void> {
  const kept = await findVerified(dataDir, before)
  for (const name of publishedGenerations(dataDir)) {
    if (name !== served && name !== kept) await removeGeneration(dataDir, name)
  }
}

/** Published is published, whatever else the disk refuses. */
function ignoreStorageFailure(error: unknown): void {
  if (!isStorageFailure(error)) throw error
}

/** The first when none is sound, so that nothing repairable is lost. */
async function findVerified(dataDir: string, generations: readonly string[]): Promise<string | undefined> {
  for (const generation of generations) {
    try {
      await verifiedGeneration(dataDir, generation)
      return generation
    } catch (error) {
      if (!(error instanceof SnapshotCorruptError)) throw error
    }
  }
  return generations[0]
}

/** Under a name that is no generation's, so that a killed removal leaves no half snapshot to be taken for a damaged one. */
async function removeGeneration(dataDir: string, generation: string): Promise<void> {
  const leaving = join(snapshotsFolder(dataDir), `${removingPrefix}${generation}`)
  await rename(snapshotFolder(dataDir, generation), leaving)
  rmSync(leaving, { recursive: true, force: true })
}

async function flushTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? flushTree(path) : flush(path))
  }
  await flush(folder)
}

/** fsync of a file or a folder. */
async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
