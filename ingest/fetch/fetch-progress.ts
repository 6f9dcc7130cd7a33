/** Shows the progress of a fetch: a bar on a terminal, otherwise a line for each file. */
import { renderBar, redrawMs } from '../progress.ts'

/** Called by a running fetch. */
export interface FetchProgress {
  readonly startFile: (name: string) => void
  /** `arrived` bytes of the current file have been received, of `length` if known. */
  readonly showBytes: (arrived: number, length: number | null) => void
  readonly endFile: () => void
  /** Clears the bar, because the command will write an error message to a new line. */
  readonly clear: () => void
  readonly note: (sentence: string) => void
}

/** Writes to `stream`; draws the bar only if it is a terminal. */
export function createFetchProgress(stream: NodeJS.WriteStream): FetchProgress {
  let file = { name: '', arrived: 0 }
  let drawnAt = 0
  const writeLine = (text: string): void => {
    stream.write(stream.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`)
  }
  return {
    startFile(name) {
      file = { name, arrived: 0 }
      if (!stream.isTTY) writeLine(`${name}: fetching`)
    },
    showBytes(arrived, length) {
      file.arrived = arrived
      if (!stream.isTTY || Date.now() - drawnAt < redrawMs) return
      drawnAt = Date.now()
      const share = length ? arrived / length : 0
      stream.write(`\r\u001b[K${renderBar(share)}  ${file.name}  ${formatMegabytes(arrived)}`)
    },
    endFile: () => writeLine(`${file.name}: ${formatMegabytes(file.arrived)}`),
    clear: () => void (stream.isTTY && stream.write('\r\u001b[K')),
    note: writeLine,
  }
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
