/** Writes the write-ahead log into the state file at intervals, so that a plain copy of the file is never much older. */
import type { State } from './state.ts'

/** Measured: 12 ms for 2 MB of changes. SQLite starts a checkpoint by itself when the log has 1,000 pages (4 MB). */
const defaultIntervalMs = 10_000

export class RegularCheckpoints implements Disposable {
  readonly #timer: NodeJS.Timeout

  constructor(state: State, intervalMs = defaultIntervalMs) {
    // After a failure (full disk) the changes stay in the log until the next checkpoint.
    const checkpoint = () => void state.checkpointWal('PASSIVE').catch(() => undefined)
    this.#timer = setInterval(checkpoint, intervalMs).unref()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}
