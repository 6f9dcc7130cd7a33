/** Which snapshots there are and which is served: `DATA_DIR/CURRENT` names a folder of `DATA_DIR/snapshots`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Its text is a generation and a line end. */
export const pointerFile = 'CURRENT'

/** `<date>.<n>`; whatever else lies among the snapshots is somebody's own. */
const generationShape = /^\d{4}-\d{2}-\d{2}\.(\d+)$/

/** The generation that the pointer names; null when there is no pointer, or one that names no generation. */
export function currentGeneration(dataDir: string): string | null {
  const text = textOf(join(dataDir, pointerFile))?.trim() ?? ''
  return generationShape.test(text) ? text : null
}

/** Every generation that has a folder, the latest first. */
export function publishedGenerations(dataDir: string): readonly string[] {
  return namesIn(snapshotsFolder(dataDir))
    .filter((name) => generationShape.test(name))
    .toSorted((a, b) => generationNumber(b) - generationNumber(a))
}

/**
 * The generations that may be served, the best first: the one that the pointer names, whether or not it is there, then
 * those published before it. One with a higher number was put aside by hand or never switched to.
 */
export function servableGenerations(dataDir: string): readonly string[] {
  const published = publishedGenerations(dataDir)
  const current = currentGeneration(dataDir)
  if (current === null) return published
  const number = generationNumber(current)
  return [current, ...published.filter((name) => generationNumber(name) < number)]
}

/** Generations are numbered in the order in which they were published, whatever the day of their data. */
export function generationNumber(generation: string): number {
  return Number(generationShape.exec(generation)?.[1])
}

/** Where every generation has its folder. */
export function snapshotsFolder(dataDir: string): string {
  return join(dataDir, 'snapshots')
}

/** The folder of one generation, whether or not it is there. */
export function snapshotFolder(dataDir: string, generation: string): string {
  return join(snapshotsFolder(dataDir), generation)
}

function textOf(file: string): string | null {
  return unlessMissing(() => readFileSync(file, 'utf8'))
}

function namesIn(folder: string): readonly string[] {
  return unlessMissing(() => readdirSync(folder)) ?? []
}

/** Not there, or a folder where a file should be and the reverse; that it may not be read is thrown. */
function unlessMissing<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return null
    throw error
  }
}
