/** Reads a served snapshot through again, so that a disk that forgets is noticed before the reader of a card notices. */
import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isStateUnavailable } from '@careatlas/state/is-unavailable'
import { verifiedManifest } from '@careatlas/directory/snapshot/checksums'

/** How often the files of the served snapshot are compared with their SHA-256 again. */
export const scrubEveryMs = 60 * 60 * 1000

/** What is hashed between two requests: 0.2 ms at the 1.4 GB/s that SHA-256 does on one core. */
const pieceBytes = 256 * 1024

/** With the pieces above at most 64 MiB/s, which is two minutes for 8 GB, and leaves the disk to the requests. */
const pauseMs = 4

/** Resolves when every byte of `folder` is as published; throws SnapshotCorruptError otherwise, and the signal's reason. */
export async function scrub(folder: string, signal: AbortSignal): Promise<void> {
  await verifiedManifest(folder, (path) => slowly(path, signal))
}

/** Whether a card may have failed because of its bytes: SQLite says so, and not of the state, or what decompresses it does. */
export function suspectsDisk(error: unknown): boolean {
  if (isStateUnavailable(error)) return false
  return error instanceof Error && 'code' in error && /^(?:ERR_SQLITE_|ZSTD_|Z_)/.test(String(error.code))
}

async function* slowly(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    yield piece as Buffer
    await pause(pauseMs, undefined, { signal })
  }
}
