/** Which snapshot is served: `DATA_DIR/CURRENT` names a folder of `DATA_DIR/snapshots`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Its text is a generation and a line end. */
export const pointerFile = 'CURRENT'

/** The generation that the pointer names, null when nothing was ever published. */
export function currentGeneration(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, pointerFile), 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Where every generation has its folder. */
export function snapshotsFolder(dataDir: string): string {
  return join(dataDir, 'snapshots')
}

/** The folder of one generation, whether or not it is there. */
export function snapshotFolder(dataDir: string, generation: string): string {
  return join(snapshotsFolder(dataDir), generation)
}
