/**
 * Shows the progress of an ingest: a bar on a terminal, otherwise a line for each file and stage. Decision 36 explains why no
 * library does this.
 */
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

/** Without a terminal, shorter stages have no progress lines. */
const longStageMs = 10_000

/** Without a terminal, a long stage has a line for each completed fifth. */
const progressLineCount = 5

/** Writes to `stream`; draws the bar only if it is a terminal. */
export function createProgress(stream: NodeJS.WriteStream): IngestProgress {
  let [bytesTotal, bytesRead] = [0, 0]
  let stage = { name: '', startedAt: 0, reported: 0 }
  let lastDrawnMs = 0
  const writeLine = (text: string): void => {
    stream.write(stream.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`)
  }
  const setStage = (name: string): void => {
    stage = { name, startedAt: Date.now(), reported: 0 }
  }
  const advance = (share: number): void => {
    if (stream.isTTY) {
      if (Date.now() - lastDrawnMs < redrawMs) return
      lastDrawnMs = Date.now()
      stream.write(`\r\u001b[K${renderBar(share)}  ${stage.name}`)
      return
    }
    const completed = Math.floor(share * progressLineCount)
    if (completed <= stage.reported || Date.now() - stage.startedAt < longStageMs) return
    stage.reported = completed
    writeLine(`${stage.name}: ${Math.round(share * 100)}%`)
  }
  return {
    startFile(path) {
      setStage(basename(path))
      bytesRead = 0
      bytesTotal = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    },
    addBytes(more) {
      bytesRead += more
      advance(bytesTotal > 0 ? Math.min(1, bytesRead / bytesTotal) : 1)
    },
    endFile: (report) => writeLine(summarizeReport(report)),
    startStage(name) {
      setStage(name)
      writeLine(name)
    },
    note: writeLine,
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
