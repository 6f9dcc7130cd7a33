/** Stores values on disk by partition, as lines of JSON or text. Each thread appends to its own files. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The initial and the maximum size of the buffer of a partition; 256 partitions × 64 KiB are 16 MiB for each name and thread.
 * The initial size is small, because allocating many bytes outside the heap starts the garbage collector often.
 */
const [pendingBytesMin, pendingBytesMax] = [1024, 64 * 1024]

/** The values of one thread; call `flush` before another thread reads them. */
export class Spill<T> {
  readonly #folder: string
  readonly #name: string
  readonly #thread: number
  /** Buffers instead of strings, because the garbage collector would copy so many strings repeatedly. */
  readonly #pending: (Pending | undefined)[] = []

  constructor(folder: string, name: string, thread: number) {
    this.#folder = folder
    this.#name = name
    this.#thread = thread
  }

  append(partition: number, value: T): void {
    this.appendLine(partition, JSON.stringify(value))
  }

  /** `line` has no line break. */
  appendLine(partition: number, line: string): void {
    const pending = (this.#pending[partition] ??= {
      bytes: Buffer.allocUnsafeSlow(pendingBytesMin),
      length: 0,
    })
    const lineBytesMax = line.length * bytesPerUnitMax + 1
    if (pending.length + lineBytesMax > pendingBytesMax) this.#write(partition)
    if (lineBytesMax > pendingBytesMax) return appendFileSync(this.#file(partition), `${line}\n`)
    if (pending.length + lineBytesMax > pending.bytes.length) grow(pending, lineBytesMax)
    pending.length += pending.bytes.write(line, pending.length)
    pending.bytes[pending.length++] = lineBreak
  }

  flush(): void {
    for (const partition of this.#pending.keys()) this.#write(partition)
  }

  /** The lines that are not on disk, in the order of appending. */
  *pendingLines(partition: number): Generator<string> {
    const pending = this.#pending[partition]
    if (pending !== undefined) yield* splitLines(pending.bytes.subarray(0, pending.length))
  }

  /** Discards the lines that are not on disk. */
  dropPending(partition: number): void {
    this.#pending[partition] = undefined
  }

  #write(partition: number): void {
    const pending = this.#pending[partition]
    if (pending === undefined || pending.length === 0) return
    appendFileSync(this.#file(partition), pending.bytes.subarray(0, pending.length))
    pending.length = 0
  }

  #file(partition: number): string {
    return spillFile(this.#folder, this.#name, this.#thread, partition)
  }
}

interface Pending {
  bytes: Buffer
  length: number
}

/** Grows the buffer so that `bytesNeeded` more bytes fit. */
function grow(pending: Pending, bytesNeeded: number): void {
  const size = Math.max(2 * pending.bytes.length, pending.length + bytesNeeded)
  const bytes = Buffer.allocUnsafeSlow(Math.min(pendingBytesMax, size))
  pending.bytes.copy(bytes, 0, 0, pending.length)
  pending.bytes = bytes
}

const lineBreak = 0x0a

/** UTF-8 bytes of one UTF-16 code unit. */
const bytesPerUnitMax = 3

/** The lines of the partition on disk from threads 0 to `threads`, by thread and then in the order of appending. */
export function* readSpillLines(
  folder: string,
  name: string,
  threads: number,
  partition: number,
): Generator<string> {
  for (let thread = 0; thread <= threads; thread++) {
    const file = spillFile(folder, name, thread, partition)
    if (existsSync(file)) yield* splitLines(readFileSync(file))
  }
}

function* splitLines(lines: Buffer): Generator<string> {
  for (let start = 0, end; start < lines.length; start = end + 1) {
    end = lines.indexOf(lineBreak, start)
    yield lines.toString('utf8', start, end)
  }
}

/** Deletes the files of a partition that no step reads again. */
export function dropSpill(folder: string, name: string, threads: number, partition: number): void {
  for (let thread = 0; thread <= threads; thread++)
    rmSync(spillFile(folder, name, thread, partition), { force: true })
}

function spillFile(folder: string, name: string, thread: number, partition: number): string {
  return join(folder, `${name}.${partition}.${thread}.ndjson`)
}
