/** How far an ingest has come: a bar on a terminal, a line per file and stage elsewhere. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { FileReport } from './read/file-report.ts'

/** Told by the ingest while it runs. */
export interface IngestProgress {
  startFile(path: string): void
  /** More bytes of the current file were read, as they lie on disk. */
  addBytes(bytes: number): void
  endFile(report: FileReport): void
  startStage(name: string): void
  /** Shows a sentence to the operator. */
  note(sentence: string): void
  /** `share` of the stage, from 0 to 1, is done. */
  advance(share: number): void
}

/** For tests and benchmarks. */
export const silentProgress: IngestProgress = {
  startFile: () => {},
  addBytes: () => {},
  endFile: () => {},
  startStage: () => {},
  note: () => {},
  advance: () => {},
}

const barWidth = 24
export const redrawMs = 100

/** Work that takes longer is long. */
const longWorkMs = 10_000

/** Where there is no bar, a line tells of long work whenever another fifth of it is done. */
const reportedParts = 5

/** Draws on `stream`, the bar only if it is a terminal. */
export function createProgress(stream: NodeJS.WriteStream): IngestProgress {
  let [bytes, read] = [0, 0]
  let work = { name: '', startedAt: 0, said: 0 }
  let drawnAt = 0
  const line = (text: string): void => {
    stream.write(stream.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`)
  }
  const begin = (name: string): void => {
    work = { name, startedAt: Date.now(), said: 0 }
  }
  const advance = (share: number): void => {
    if (stream.isTTY) {
      if (Date.now() - drawnAt < redrawMs) return
      drawnAt = Date.now()
      stream.write(`\r\u001b[K${renderBar(share)}  ${work.name}`)
      return
    }
    const said = Math.floor(share * reportedParts)
    if (said <= work.said || Date.now() - work.startedAt < longWorkMs) return
    work.said = said
    line(`${work.name}: ${Math.round(share * 100)}%`)
  }
  return {
    startFile(path) {
      begin(basename(path))
      read = 0
      bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    },
    addBytes(more) {
      read += more
      advance(bytes > 0 ? Math.min(1, read / bytes) : 1)
    },
    endFile: (report) => line(summarizeReport(report)),
    startStage(name) {
      begin(name)
      line(name)
    },
    note: line,
    advance,
  }
}

/** `████████████░░░░░░░░░░░░  50%`; `share` is from 0 to 1. */
export function renderBar(share: number): string {
  const filled = Math.round(share * barWidth)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${String(Math.round(share * 100)).padStart(3)}%`
}

function summarizeReport(report: FileReport): string {
  const { file: name, rows, accepted, rejected } = report.toSourceFile()
  const reasons = Object.entries(rejected).map(([reason, { rows: count }]) => `${count} ${reason}`)
  return `${name}: ${rows} rows, ${accepted} accepted${reasons.length > 0 ? `, rejected: ${reasons.join(', ')}` : ''}`
}
