/** Stores values on disk by partition, as lines of JSON or text; each thread appends to files of its own. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The buffer of each partition; 256 partitions × 64 KiB are 16 MiB for each name and thread. */
const pendingBytes = 64 * 1024

/** The values of one thread; call `flush` before any thread reads them. */
export class Spill<T> {
  readonly #folder: string
  readonly #name: string
  readonly #thread: number
  /** Bytes outside the heap, because the garbage collector would copy so many strings repeatedly. */
  readonly #pending: Pending[] = []

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
    const pending = (this.#pending[partition] ??= { bytes: Buffer.allocUnsafeSlow(pendingBytes), length: 0 })
    const most = line.length * bytesPerUnitMax + 1
    if (pending.length + most > pendingBytes) this.#write(partition)
    if (most > pendingBytes) return appendFileSync(this.#file(partition), `${line}\n`)
    pending.length += pending.bytes.write(line, pending.length)
    pending.bytes[pending.length++] = lineBreak
  }

  flush(): void {
    for (const partition of this.#pending.keys()) this.#write(partition)
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
  readonly bytes: Buffer
  length: number
}

const lineBreak = 0x0a

/** UTF-8 bytes of one UTF-16 code unit. */
const bytesPerUnitMax = 3

/** The values of the partition from threads 0 to `threads`, by thread and then in the order of appending. */
export function* readSpill<T>(
  folder: string,
  name: string,
  threads: number,
  partition: number,
): Generator<T> {
  for (const line of readSpillLines(folder, name, threads, partition)) yield JSON.parse(line) as T
}

/** The lines of the values. */
export function* readSpillLines(
  folder: string,
  name: string,
  threads: number,
  partition: number,
): Generator<string> {
  for (let thread = 0; thread <= threads; thread++) {
    const file = spillFile(folder, name, thread, partition)
    if (!existsSync(file)) continue
    const lines = readFileSync(file)
    for (let start = 0, end; start < lines.length; start = end + 1) {
      end = lines.indexOf(lineBreak, start)
      yield lines.toString('utf8', start, end)
    }
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
