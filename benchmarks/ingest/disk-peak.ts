/** A worker that measures the peak size of a folder, by the blocks on disk, until the first message; then it posts the bytes. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

const intervalMs = 200
const blockBytes = 512

const folder = workerData as string
let peak = 0
const timer = setInterval(updatePeak, intervalMs)
parentPort!.once('message', () => {
  clearInterval(timer)
  updatePeak()
  parentPort!.postMessage(peak)
  parentPort!.close()
})

/** Ignores missing files, because the ingest renames and removes files and folders meanwhile. */
function updatePeak(): void {
  try {
    peak = Math.max(peak, measureBytes(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function measureBytes(path: string): number {
  const names = readdirSync(path, { recursive: true }) as string[]
  return names.reduce((sum, name) => {
    const blocks = lstatSync(join(path, name), { throwIfNoEntry: false })?.blocks ?? 0
    return sum + blocks * blockBytes
  }, 0)
}
