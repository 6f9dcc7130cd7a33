/**
 * A file as far as it has come: `NAME.part`, and in `NAME.part.json` of what it is the beginning, so that a later run can
 * go on. Under its own name there is only ever the whole file.
 */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What the server said of the file when its first byte came. */
const Origin = z.strictObject({
  address: z.string(),
  /** A strong entity tag or a date of modification, for If-Range (RFC 9110, 13.1.5). */
  validator: z.string(),
  /** In bytes; null when the server did not say. */
  length: z.int().positive().nullable(),
})

export type Origin = Readonly<z.infer<typeof Origin>>

export interface PartialDownload {
  readonly bytes: number
  readonly origin: Origin
}

/** Whoever uses it has claimed the folder. */
export class PartialFile {
  /** Of the bytes so far. */
  readonly path: string
  readonly #finished: string
  readonly #origin: string

  constructor(folder: string, name: string) {
    this.#finished = join(folder, name)
    this.path = `${this.#finished}.part`
    this.#origin = `${this.path}.json`
  }

  /** Null when there is nothing that can be gone on with. */
  async read(): Promise<PartialDownload | null> {
    const origin = await this.#readOrigin()
    const bytes = (await readFileSize(this.path)) ?? 0
    return origin === null || bytes === 0 ? null : { bytes, origin }
  }

  async #readOrigin(): Promise<Origin | null> {
    try {
      return Origin.parse(JSON.parse(await readFile(this.#origin, 'utf8')))
    } catch {
      return null
    }
  }

  /** Empties it. The old origin goes first and the new one comes last: at no moment does one stand beside foreign bytes. */
  async startOver(origin: Origin | null): Promise<void> {
    await this.discard()
    await writeFile(this.path, '')
    if (origin !== null) await writeFile(this.#origin, JSON.stringify(origin))
  }

  /** What was written before `chunks` threw stays. */
  async append(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await using handle = await open(this.path, 'a')
    for await (const chunk of chunks) await handle.appendFile(chunk)
    await handle.sync()
  }

  async discard(): Promise<void> {
    await rm(this.#origin, { force: true })
    await rm(this.path, { force: true })
  }

  /** Gives it its own name. */
  async finish(): Promise<void> {
    await rename(this.path, this.#finished)
    await rm(this.#origin, { force: true })
  }
}

/** In bytes; null when there is no such file. */
export async function readFileSize(path: string): Promise<number | null> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
