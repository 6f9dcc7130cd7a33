/**
 * A partial download: its bytes in `NAME.part`, and their origin in `NAME.part.json`, so that a later run can resume. Only a
 * complete file has its own name.
 */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The headers of the response that started the download. */
const Origin = z.strictObject({
  address: z.string(),
  /** A strong entity tag or a date of modification, for If-Range (RFC 9110, 13.1.5). */
  validator: z.string(),
  /** In bytes; null if the server did not send it. */
  length: z.int().positive().nullable(),
})

export type Origin = Readonly<z.infer<typeof Origin>>

export interface PartialDownload {
  readonly bytes: number
  readonly origin: Origin
}

/** The caller must hold the lock of the folder. */
export class PartialFile {
  /** The path of the bytes so far. */
  readonly path: string
  readonly #finished: string
  readonly #origin: string

  constructor(folder: string, name: string) {
    this.#finished = join(folder, name)
    this.path = `${this.#finished}.part`
    this.#origin = `${this.path}.json`
  }

  /** Null if there is nothing to resume. */
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

  /** Empties the file. Removes the old origin first and writes the new one last, so that an origin never describes other bytes. */
  async startOver(origin: Origin | null): Promise<void> {
    await this.discard()
    await writeFile(this.path, '')
    if (origin !== null) await writeFile(this.#origin, JSON.stringify(origin))
  }

  /** Keeps the bytes that were written before `chunks` throws. */
  async append(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await using handle = await open(this.path, 'a')
    for await (const chunk of chunks) await handle.appendFile(chunk)
    await handle.sync()
  }

  async discard(): Promise<void> {
    await rm(this.#origin, { force: true })
    await rm(this.path, { force: true })
  }

  /** Renames the complete file to its own name. */
  async finish(): Promise<void> {
    await rename(this.path, this.#finished)
    await rm(this.#origin, { force: true })
  }
}

/** In bytes; null if the file does not exist. */
export async function readFileSize(path: string): Promise<number | null> {
  try {
    const stats = await stat(path)
    return stats.isFile() ? stats.size : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
