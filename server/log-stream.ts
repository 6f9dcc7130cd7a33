/** Writes the log in blocks from the thread pool. A line that cannot be written is dropped: a failed log neither ends nor stalls the server. */
import { write } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'

/** Larger blocks save little. Measured with lines of 200 bytes: 5.5 µs per line, of which most is for their JSON. */
const blockLength = 2048

const flushIntervalMs = 1000

/** About 5000 lines; further lines are dropped until the reader of the log continues. */
const waitingMax = 1 << 20

/** Less than the 500 ms of a stop that are left for it. */
const flushTimeoutMs = 400

/** The stream of a pino logger. */
export class LogStream {
  readonly #fd: number
  #waiting = ''
  #dropped = 0
  #isLineCut = false
  #writing: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(fd: number) {
    this.#fd = fd
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > waitingMax) this.#dropped++
    else this.#waiting += line
    if (this.#waiting.length >= blockLength) void this.#startWriting()
    else this.#timer ??= setTimeout(() => void this.#startWriting(), flushIntervalMs).unref()
  }

  /** Calls `onEnd` after `flushTimeoutMs`, and when all lines are written or dropped. */
  flush(onEnd: () => void): void {
    void this.#writeAll(onEnd)
  }

  async #writeAll(onEnd: () => void): Promise<void> {
    const timeout = setTimeout(onEnd, flushTimeoutMs)
    await this.#startWriting()
    // That write may have started before the last line.
    await this.#startWriting()
    clearTimeout(timeout)
    onEnd()
  }

  #startWriting(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return (this.#writing ??= this.#writeBlocks())
  }

  async #writeBlocks(): Promise<void> {
    process.on('exit', killProcess)
    do {
      const lines = this.#waiting
      this.#waiting = ''
      await this.#writeBlock(lines)
    } while (this.#waiting.length >= blockLength)
    process.off('exit', killProcess)
    this.#writing = null
    if (this.#waiting !== '') this.write('')
  }

  async #writeBlock(lines: string): Promise<void> {
    const dropped = this.#dropped
    const start = `${this.#isLineCut ? '\n' : ''}${dropped > 0 ? droppedNotice(dropped) : ''}`
    const block = Buffer.from(start + lines)
    const written = await writeUntilFailure(this.#fd, block)
    if (written > 0) this.#isLineCut = block[written - 1] !== lineFeed
    if (written >= Buffer.byteLength(start)) this.#dropped -= dropped
    this.#dropped += Math.min(countLines(block.toString('latin1', written)), countLines(lines))
  }
}

const lineFeed = 0x0a

function countLines(text: string): number {
  return text.split('\n').length - 1
}

function droppedNotice(dropped: number): string {
  const msg = `${dropped} log lines before this one could not be written`
  return `${JSON.stringify({ level: warnLevel, time: new Date().toISOString(), msg })}\n`
}

const warnLevel = pino.levels.values['warn']

/** Returns how many bytes were written; less than all after an error. */
async function writeUntilFailure(fd: number, block: Buffer): Promise<number> {
  let written = 0
  try {
    while (written < block.length) written += await writePart(fd, block.subarray(written))
  } catch {
    // The log cannot report its own failure; `droppedNotice` does so once it can be written again.
  }
  return written
}

/** Waits while a reader of a non-blocking pipe is behind. */
async function writePart(fd: number, part: Buffer): Promise<number> {
  for (;;)
    try {
      return (await writeBytes(fd, part)).bytesWritten
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      await sleep(retryIntervalMs)
    }
}

const writeBytes = promisify(write)

const retryIntervalMs = 100

/** While a write waits for a reader that has stalled, `process.exit` would wait for it forever. */
function killProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
