/** The published snapshots and the current one: `DATA_DIR/CURRENT` names a folder in `DATA_DIR/snapshots`. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Contains a generation and a line feed. */
export const pointerFile = 'CURRENT'

/** `<date>.<n>`; other files among the snapshots are ignored. */
const generationPattern = /^\d{4}-\d{2}-\d{2}\.(\d+)$/

/** The generation in the pointer file; null if the file is missing or invalid. */
export function readCurrentGeneration(dataDir: string): string | null {
  const text = readPointer(join(dataDir, pointerFile))?.trim() ?? ''
  return generationPattern.test(text) ? text : null
}

/** All generations with a folder, the latest first. */
export function listPublishedGenerations(dataDir: string): readonly string[] {
  return listNames(snapshotsFolder(dataDir))
    .filter((name) => generationPattern.test(name))
    .toSorted((a, b) => generationNumber(b) - generationNumber(a))
}

/**
 * The generations that may be served, the best first: the one in the pointer file, even if it is missing, then the earlier ones. A
 * later generation is excluded: the operator withdrew it, or it never became current.
 */
export function listServableGenerations(dataDir: string): readonly string[] {
  const published = listPublishedGenerations(dataDir)
  const current = readCurrentGeneration(dataDir)
  if (current === null) return published
  const number = generationNumber(current)
  return [current, ...published.filter((name) => generationNumber(name) < number)]
}

/** Generations are numbered in the order of publication, not by the date of their data. */
export function generationNumber(generation: string): number {
  return Number(generationPattern.exec(generation)?.[1])
}

/** The folder of all generations. */
export function snapshotsFolder(dataDir: string): string {
  return join(dataDir, 'snapshots')
}

/** The folder of a generation, which may not exist. */
export function snapshotFolder(dataDir: string, generation: string): string {
  return join(snapshotsFolder(dataDir), generation)
}

const pointerBytesMax = 64

/** Null unless it is a small regular file: to read a pipe or a device may never end. */
function readPointer(file: string): string | null {
  return nullIfMissing(() => {
    const status = statSync(file)
    return status.isFile() && status.size <= pointerBytesMax ? readFileSync(file, 'utf8') : null
  })
}

function listNames(folder: string): readonly string[] {
  return nullIfMissing(() => readdirSync(folder)) ?? []
}

/** Handles a missing file, and a folder in place of a file or the reverse. A permission error is thrown. */
function nullIfMissing<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return null
    throw error
  }
}
