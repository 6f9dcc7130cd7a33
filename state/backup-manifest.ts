/** `manifest.json` of a backup: what the backup is, and the checksum of its state. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StateError } from './state-error.ts'

export const manifestName = 'manifest.json'

/** A backup may come from anywhere, so no member can have control characters, which a terminal would execute. */
const BackupManifest = z.object({
  /** The version of the software that wrote the backup. */
  version: z.string().regex(/^[\w.+-]{1,64}$/),
  created_at: z.iso.datetime(),
  keys: z.int().nonnegative(),
  accounts: z.int().nonnegative(),
  /** Of `state.sqlite`. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type BackupManifest = Readonly<z.infer<typeof BackupManifest>>

const manifestBytesMax = 16_384

/** Reads the manifest of the backup in `folder`. Throws StateError, whose message contains nothing of the manifest. */
export function readBackupManifest(folder: string): BackupManifest {
  const parsed = BackupManifest.safeParse(parseJson(folder, readBackupFile(folder, manifestName, readText)))
  if (parsed.success) return parsed.data
  const members = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].filter(Boolean)
  const problem = members.length > 0 ? `no valid ${members.join(', ')}` : 'no JSON object'
  throw backupError(folder, `is not a backup (${manifestName} has ${problem})`)
}

function readText(path: string): string {
  const { size } = statSync(path)
  if (size > manifestBytesMax) throw new Error(`${size} bytes; the maximum is ${manifestBytesMax}`)
  return readFileSync(path, 'utf8')
}

function parseJson(folder: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The message of the parser quotes the text.
    throw backupError(folder, `is not a backup (${manifestName} is not JSON)`)
  }
}

/** Calls `read` with the path of a file of the backup, if it is a regular file: to read a pipe or a device may never end. */
export function readBackupFile<Result>(folder: string, name: string, read: (path: string) => Result): Result {
  const path = join(folder, name)
  try {
    if (!statSync(path).isFile()) throw new Error('not a regular file')
    return read(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw backupError(
      folder,
      `is not a backup (${code === 'ENOENT' ? `${name} is missing` : `${name}: ${message}`})`,
    )
  }
}

export function backupError(folder: string, problem: string): StateError {
  return new StateError(folder, problem, 'Name a folder that careatlas backup wrote.')
}
