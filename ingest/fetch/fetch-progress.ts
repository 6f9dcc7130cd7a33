/** Shows the progress of a fetch: a bar on a terminal, otherwise a line for each file. */
import { renderBar, redrawMs } from '../progress.ts'

/** Called by a running fetch. */
export interface FetchProgress {
  readonly startFile: (name: string) => void
  /** The current file has `length` bytes, if known; `receivedBytes` of them have been received. */
  readonly showBytes: (receivedBytes: number, length: number | null) => void
  readonly endFile: () => void
  /** Clears the bar, because the command will write an error message to a new line. */
  readonly clear: () => void
  readonly note: (sentence: string) => void
}

/** Writes to `stream`; draws the bar only if it is a terminal. */
export function createFetchProgress(stream: NodeJS.WriteStream): FetchProgress {
  let file = { name: '', receivedBytes: 0 }
  let drawnAt = 0
  const writeLine = (text: string): void => {
    stream.write(stream.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`)
  }
  return {
    startFile(name) {
      file = { name, receivedBytes: 0 }
      if (!stream.isTTY) writeLine(`${name}: fetching`)
    },
    showBytes(receivedBytes, length) {
      file.receivedBytes = receivedBytes
      if (!stream.isTTY || Date.now() - drawnAt < redrawMs) return
      drawnAt = Date.now()
      const share = length ? receivedBytes / length : 0
      stream.write(`\r\u001b[K${renderBar(share)}  ${file.name}  ${formatMegabytes(receivedBytes)}`)
    },
    endFile: () => writeLine(`${file.name}: ${formatMegabytes(file.receivedBytes)}`),
    clear: () => void (stream.isTTY && stream.write('\r\u001b[K')),
    note: writeLine,
  }
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
