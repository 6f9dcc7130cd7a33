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

/** The served generation and the one before it, to go back to by hand. */
const generationsKept = 2

/** Two empty folders beside the published ones, for the snapshot and for what is set aside; removed when disposed. */
export function buildingFolder(
  dataDir: string,
): Disposable & { readonly snapshot: string; readonly work: string } {
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

/** `<date>.<n>`: the data's date and the first number that no snapshot of that date has. */
export async function nextGeneration(dataDir: string, dataAsOf: string): Promise<string> {
  const taken = (await readdir(snapshotsFolder(dataDir)))
    .filter((name) => name.startsWith(`${dataAsOf}.`))
    .map((name) => Number(name.slice(dataAsOf.length + 1)))
  return `${dataAsOf}.${Math.max(0, ...taken) + 1}`
}

/** Publishes `building` as `manifest.generation`: after this returns, a crash or power loss leaves it served. */
export async function publish(dataDir: string, building: string, manifest: Manifest): Promise<void> {
  for (const [name, text] of sealed(manifest)) await writeFile(join(building, name), text)
  await flushTree(building)
  await rename(building, snapshotFolder(dataDir, manifest.generation))
  await flush(snapshotsFolder(dataDir))
  await movePointer(dataDir, manifest.generation)
  await clearOld(dataDir)
}

async function movePointer(dataDir: string, generation: string): Promise<void> {
  const next = join(dataDir, `${pointerFile}.next`)
  await writeFile(next, `${generation}\n`)
  await flush(next)
  await rename(next, join(dataDir, pointerFile))
  await flush(dataDir)
}

async function clearOld(dataDir: string): Promise<void> {
  const current = currentGeneration(dataDir)
  const published = (await readdir(snapshotsFolder(dataDir)))
    .filter((name) => /^\d{4}-\d{2}-\d{2}\.\d+$/.test(name))
    .toSorted(byDateThenNumber)
  for (const name of published.slice(0, -generationsKept)) {
    if (name !== current) rmSync(snapshotFolder(dataDir, name), { recursive: true, force: true })
  }
}

function byDateThenNumber(a: string, b: string): number {
  const [dateA, dateB] = [a.slice(0, 10), b.slice(0, 10)]
  return dateA === dateB ? Number(a.slice(11)) - Number(b.slice(11)) : dateA < dateB ? -1 : 1
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
