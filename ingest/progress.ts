/** How far an ingest has come: a bar on a terminal, a line per file and stage elsewhere. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Tally } from './read/tally.ts'

/** Told by the ingest while it runs. */
export interface IngestProgress {
  startFile(path: string): void
  /** More bytes of the current file were read, as they lie on disk. */
  addBytes(bytes: number): void
  endFile(tally: Tally): void
  startStage(name: string): void
  /** `share` of the stage, from 0 to 1, is done. */
  advance(share: number): void
}

/** For tests and benchmarks. */
export const silentProgress: IngestProgress = {
  startFile: () => {},
  addBytes: () => {},
  endFile: () => {},
  startStage: () => {},
  advance: () => {},
}

const barWidth = 24
export const redrawMs = 100

/** A stage that takes longer is long. */
const longStageMs = 10_000

/** Where there is no bar, a line tells of a long stage whenever another fifth of it is done. */
const saidShares = 5

/** Draws on `stream`, the bar only if it is a terminal. */
export function progressTo(stream: NodeJS.WriteStream): IngestProgress {
  let file = { name: '', bytes: 0, read: 0 }
  let stage = { name: '', startedAt: 0, said: 0 }
  let drawnAt = 0
  const draw = (share: number, name: string): void => {
    if (!stream.isTTY || Date.now() - drawnAt < redrawMs) return
    drawnAt = Date.now()
    stream.write(`\r\u001b[K${bar(share)}  ${name}`)
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
      draw(file.bytes > 0 ? Math.min(1, file.read / file.bytes) : 1, file.name)
    },
    endFile: (tally) => line(whatCameOf(tally)),
    startStage(name) {
      stage = { name, startedAt: Date.now(), said: 0 }
      line(name)
    },
    advance(share) {
      draw(share, stage.name)
      const said = Math.floor(share * saidShares)
      if (stream.isTTY || said <= stage.said || Date.now() - stage.startedAt < longStageMs) return
      stage.said = said
      line(`${stage.name}: ${Math.round(share * 100)}%`)
    },
  }
}

/** `████████████░░░░░░░░░░░░  50%`; `share` is from 0 to 1. */
export function bar(share: number): string {
  const filled = Math.round(share * barWidth)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${String(Math.round(share * 100)).padStart(3)}%`
}

function whatCameOf(tally: Tally): string {
  const { file: name, rows, accepted, rejected } = tally.toSourceFile()
  const reasons = Object.entries(rejected).map(([reason, { rows: count }]) => `${count} ${reason}`)
  return `${name}: ${rows} rows, ${accepted} accepted${reasons.length > 0 ? `, rejected: ${reasons.join(', ')}` : ''}`
}
