/** How far an ingest has come: a bar on a terminal, a line per file and stage elsewhere. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Tally } from './tally.ts'

/** Told by the ingest while it runs. */
export interface IngestProgress {
  startFile(path: string): void
  /** More bytes of the current file were read, as they lie on disk. */
  addBytes(bytes: number): void
  endFile(tally: Tally): void
  startStage(name: string): void
}

/** For tests and benchmarks. */
export const silentProgress: IngestProgress = {
  startFile: () => {},
  addBytes: () => {},
  endFile: () => {},
  startStage: () => {},
}

const barWidth = 24
const redrawMs = 100

/** Draws on `stream`, the bar only if it is a terminal. */
export function progressTo(stream: NodeJS.WriteStream): IngestProgress {
  let file = { name: '', bytes: 0, read: 0 }
  let drawnAt = 0
  const bar = (): string => {
    const share = file.bytes > 0 ? Math.min(1, file.read / file.bytes) : 1
    const filled = Math.round(share * barWidth)
    return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${String(Math.round(share * 100)).padStart(3)}%  ${file.name}`
  }
  const line = (text: string): void => {
    stream.write(stream.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`)
  }
  return {
    startFile(path) {
      file = { name: basename(path), bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0, read: 0 }
    },
    addBytes(bytes) {
      file.read += bytes
      if (!stream.isTTY || Date.now() - drawnAt < redrawMs) return
      drawnAt = Date.now()
      stream.write(`\r\u001b[K${bar()}`)
    },
    endFile(tally) {
      const { file: name, rows, accepted, rejected } = tally.toSourceFile()
      const reasons = Object.entries(rejected).map(([reason, { rows: count }]) => `${count} ${reason}`)
      line(
        `${name}: ${rows} rows, ${accepted} accepted${reasons.length > 0 ? `, rejected: ${reasons.join(', ')}` : ''}`,
      )
    },
    startStage: line,
  }
}
