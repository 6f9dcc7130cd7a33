/** Verifies the files of the loaded snapshot in the background, to detect disk errors before a request does. */
import { setTimeout as pause } from 'node:timers/promises'
import { readPieces, verifySnapshot } from '@careatlas/directory/snapshot/checksums'

/** The interval between two verifications. */
export const verifyIntervalMs = 60 * 60 * 1000

/** The bytes hashed at a time: 0.2 ms at 1.4 GB/s (SHA-256 on one core). */
const pieceBytes = 256 * 1024

/** The pause between pieces. It limits the rate to 64 MiB/s, or two minutes for 8 GB, so that requests have priority. */
const pauseMs = 4

/** Resolves if every file in `folder` is as published; rejects with SnapshotCorruptError, or with the signal's reason. */
export async function verifyInBackground(folder: string, signal: AbortSignal): Promise<void> {
  await verifySnapshot(folder, (path) => readThrottled(path, signal))
}

async function* readThrottled(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of readPieces(path, pieceBytes)) {
    yield piece
    await pause(pauseMs, undefined, { signal })
  }
}
