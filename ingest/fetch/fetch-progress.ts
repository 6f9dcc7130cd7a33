/** How far a fetch has come: a bar on a terminal, a line per file elsewhere. */
import { renderBar, redrawMs } from '../progress.ts'

/** Told by the fetch while it runs. */
export interface FetchProgress {
  readonly startFile: (name: string) => void
  /** So many bytes of the current file are here, of `length` if that is known. */
  readonly showBytes: (arrived: number, length: number | null) => void
  readonly endFile: () => void
  /** It did not come: a sentence follows on stderr, and needs a line to itself. */
  readonly clear: () => void
  readonly note: (sentence: string) => void
}

/** Draws on `stream`, the bar only if it is a terminal. */
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
