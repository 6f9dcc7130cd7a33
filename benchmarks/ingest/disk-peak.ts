/** A worker that measures the peak size of a folder, by the blocks on disk, until the first message; then it posts the bytes. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

const intervalMsMin = 200

/** The pause after a reading, as a multiple of its duration: readings of thousands of files must not slow down the ingest. */
const pauseRatio = 50

const blockBytes = 512

const folder = workerData as string
let peak = 0
let timer = setTimeout(readRepeatedly, intervalMsMin)
parentPort!.once('message', () => {
  clearTimeout(timer)
  updatePeak()
  parentPort!.postMessage(peak)
  parentPort!.close()
})

function readRepeatedly(): void {
  const start = performance.now()
  updatePeak()
  const durationMs = performance.now() - start
  timer = setTimeout(readRepeatedly, Math.max(intervalMsMin, pauseRatio * durationMs))
}

/** Ignores missing files, because the ingest renames and removes files and folders meanwhile. */
function updatePeak(): void {
  try {
    peak = Math.max(peak, measureBytes(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** With file types, Node needs no further call for each file to find the folders. */
function measureBytes(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
  return files.reduce((sum, { parentPath, name }) => {
    const blocks = lstatSync(join(parentPath, name), { throwIfNoEntry: false })?.blocks ?? 0
    return sum + blocks * blockBytes
  }, 0)
}
