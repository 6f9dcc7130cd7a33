/** Values set aside on disk in partitions, as JSON lines, by any number of threads side by side. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { partitionCount } from './partition.ts'

/** Text held back per partition before it is written, in characters: 256 × 64 Ki is 16 Mi. */
const pendingChars = 64 * 1024

/** What one thread appends; `flush` before anybody reads. */
export class Spill<T> {
  readonly #folder: string
  readonly #name: string
  readonly #thread: number
  readonly #pending: string[] = Array.from({ length: partitionCount }, () => '')

  constructor(folder: string, name: string, thread: number) {
    this.#folder = folder
    this.#name = name
    this.#thread = thread
  }

  append(partition: number, value: T): void {
    const pending = `${this.#pending[partition]}${JSON.stringify(value)}\n`
    this.#pending[partition] = pending
    if (pending.length >= pendingChars) this.#write(partition)
  }

  flush(): void {
    for (let partition = 0; partition < partitionCount; partition++) this.#write(partition)
  }

  #write(partition: number): void {
    const pending = this.#pending[partition] as string
    if (pending === '') return
    appendFileSync(spillFile(this.#folder, this.#name, this.#thread, partition), pending)
    this.#pending[partition] = ''
  }
}

/** Every value that the threads 0 up to `threads` set aside in the partition: by thread, and each in its order. */
export function* readSpill<T>(
  folder: string,
  name: string,
  threads: number,
  partition: number,
): Generator<T> {
  for (let thread = 0; thread <= threads; thread++) {
    const file = spillFile(folder, name, thread, partition)
    if (!existsSync(file)) continue
    const lines = readFileSync(file)
    for (let start = 0, end; start < lines.length; start = end + 1) {
      end = lines.indexOf(0x0a, start)
      yield JSON.parse(lines.toString('utf8', start, end)) as T
    }
  }
}

/** Gives the disk back once nobody reads the partition again. */
export function dropSpill(folder: string, name: string, threads: number, partition: number): void {
  for (let thread = 0; thread <= threads; thread++)
    rmSync(spillFile(folder, name, thread, partition), { force: true })
}

function spillFile(folder: string, name: string, thread: number, partition: number): string {
  return join(folder, `${name}.${partition}.${thread}.ndjson`)
}
