/** Values set aside on disk in a fixed number of partitions, so that no step holds more than one partition in memory. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A country of 10 million rows of about 600 bytes makes partitions of about 95 MB. */
export const partitionCount = 64

/** Text held back per partition before it is written, in characters: 64 × 256 Ki is 16 Mi. */
const pendingChars = 256 * 1024

/** Appended as JSON, read back partition by partition; a partition may be read more than once. */
export class Spill<T> {
  readonly #folder: string
  readonly #name: string
  readonly #files: (number | null)[] = Array.from({ length: partitionCount }, () => null)
  readonly #pending: string[] = Array.from({ length: partitionCount }, () => '')

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
  }

  append(partition: number, value: T): void {
    const pending = `${this.#pending[partition]}${JSON.stringify(value)}\n`
    this.#pending[partition] = pending
    if (pending.length >= pendingChars) this.#flush(partition)
  }

  /** Every value of the partition in the order appended. */
  *read(partition: number): Generator<T> {
    const written = this.#files[partition] === null ? '' : readFileSync(this.#path(partition), 'utf8')
    for (const text of [written, this.#pending[partition] as string]) {
      for (let start = 0, end; start < text.length; start = end + 1) {
        end = text.indexOf('\n', start)
        yield JSON.parse(text.slice(start, end)) as T
      }
    }
  }

  /** Closes the files; the folder and what is in it belong to the caller. */
  [Symbol.dispose](): void {
    for (const file of this.#files) if (file !== null) closeSync(file)
  }

  #flush(partition: number): void {
    const file = (this.#files[partition] ??= openSync(this.#path(partition), 'w'))
    writeSync(file, this.#pending[partition] as string)
    this.#pending[partition] = ''
  }

  #path(partition: number): string {
    return join(this.#folder, `${this.#name}.${partition}.ndjson`)
  }
}
