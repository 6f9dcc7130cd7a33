/** A finished folder becomes the served snapshot: flush, rename, move the pointer, clear away what is old. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealed } from '@careatlas/directory/snapshot/checksums'
import {
  currentGeneration,
  pointerFile,
  snapshotFolder,
  snapshotsFolder,
} from '@careatlas/directory/snapshot/current'
import type { Manifest } from '@careatlas/directory/snapshot/format'

/** Folders being built carry this prefix; one that is found when an ingest starts was left by a killed one. */
const buildingPrefix = '.building-'

/** `<date>.<n>`; whatever else lies among the snapshots is somebody's own. */
const generationShape = /^\d{4}-\d{2}-\d{2}\.(\d+)$/

/** Where the snapshot grows, and where what is set aside lies meanwhile. */
export interface BuildingFolder {
  readonly snapshot: string
  readonly work: string
}

/** Two empty folders beside the published ones, removed when disposed. */
export function buildingFolder(dataDir: string): BuildingFolder & Disposable {
  const snapshots = snapshotsFolder(dataDir)
  mkdirSync(snapshots, { recursive: true })
  for (const name of readdirSync(snapshots)) {
    if (name.startsWith(buildingPrefix)) rmSync(join(snapshots, name), { recursive: true })
  }
  const path = join(snapshots, `${buildingPrefix}${process.pid}`)
  const [snapshot, work] = [join(path, 'snapshot'), join(path, 'work')]
  for (const folder of [snapshot, work]) mkdirSync(folder, { recursive: true })
  return { snapshot, work, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** `<date>.<n>`: the data's date and a number above every published one, so that numbers tell which came later. */
export async function nextGeneration(dataDir: string, dataAsOf: string): Promise<string> {
  const numbers = (await published(dataDir)).map((name) => Number(generationShape.exec(name)?.[1]))
  return `${dataAsOf}.${Math.max(0, ...numbers) + 1}`
}

async function published(dataDir: string): Promise<readonly string[]> {
  return (await readdir(snapshotsFolder(dataDir))).filter((name) => generationShape.test(name))
}

/** Publishes `building` as `manifest.generation`: after this returns, a crash or power loss leaves it served. */
export async function publish(dataDir: string, building: string, manifest: Manifest): Promise<void> {
  for (const [name, text] of sealed(manifest)) await writeFile(join(building, name), text)
  await flushTree(building)
  await rename(building, snapshotFolder(dataDir, manifest.generation))
  await flush(snapshotsFolder(dataDir))
  const before = currentGeneration(dataDir)
  await movePointer(dataDir, manifest.generation)
  if (before !== null) await clearAllBut([manifest.generation, before], dataDir)
}

async function movePointer(dataDir: string, generation: string): Promise<void> {
  const next = join(dataDir, `${pointerFile}.next`)
  await writeFile(next, `${generation}\n`)
  await flush(next)
  await rename(next, join(dataDir, pointerFile))
  await flush(dataDir)
}

/** Kept are the served generation and the one served before it, to go back to by hand. */
async function clearAllBut(kept: readonly string[], dataDir: string): Promise<void> {
  for (const name of await published(dataDir)) {
    if (!kept.includes(name)) rmSync(snapshotFolder(dataDir, name), { recursive: true, force: true })
  }
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
