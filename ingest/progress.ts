/** Shows the progress of an ingest: a bar on a terminal, otherwise a line for each file and stage. Decision 36: why it is ours. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { FileReport } from './read/file-report.ts'

/** Called by a running ingest. */
export interface IngestProgress {
  startFile(path: string): void
  /** Adds bytes of the current file, as on disk. */
  addBytes(bytes: number): void
  endFile(report: FileReport): void
  startStage(name: string): void
  /** Writes a sentence for the operator. */
  note(sentence: string): void
  /** `share` is the completed part of the stage, from 0 to 1. */
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

/** Without a terminal, shorter work has no progress lines. */
const longWorkMs = 10_000

/** Without a terminal, long work has a line for each completed fifth. */
const reportedParts = 5

/** Writes to `stream`; draws the bar only if it is a terminal. */
export function createProgress(stream: NodeJS.WriteStream): IngestProgress {
  let [bytes, read] = [0, 0]
  let work = { name: '', startedAt: 0, reported: 0 }
  let drawnAt = 0
  const line = (text: string): void => {
    stream.write(stream.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`)
  }
  const begin = (name: string): void => {
    work = { name, startedAt: Date.now(), reported: 0 }
  }
  const advance = (share: number): void => {
    if (stream.isTTY) {
      if (Date.now() - drawnAt < redrawMs) return
      drawnAt = Date.now()
      stream.write(`\r\u001b[K${renderBar(share)}  ${work.name}`)
      return
    }
    const completed = Math.floor(share * reportedParts)
    if (completed <= work.reported || Date.now() - work.startedAt < longWorkMs) return
    work.reported = completed
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
