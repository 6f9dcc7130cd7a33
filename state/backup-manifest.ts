/** `manifest.json` of a backup: what the backup is, and the checksum of its state. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StateError } from './state-error.ts'

/** The name of the manifest in the folder of a backup. */
export const manifestName = 'manifest.json'

/** A backup may come from another source, so no member may have control characters, which a terminal would execute. */
const BackupManifest = z.object({
  /** The version of the software that wrote the backup. */
  version: z.string().regex(/^[\w.+-]{1,64}$/),
  created_at: z.iso.datetime(),
  keys: z.int().nonnegative(),
  accounts: z.int().nonnegative(),
  /** Early versions have no reports, partners and conversations. */
  reports: z.int().nonnegative().default(0),
  partners: z.int().nonnegative().default(0),
  conversations: z.int().nonnegative().default(0),
  /** Of `state.sqlite`. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type BackupManifest = Readonly<z.infer<typeof BackupManifest>>

const manifestBytesMax = 16_384

/** Reads the manifest of the backup in `folder`. Throws StateError, whose message contains nothing of the manifest. */
export function readBackupManifest(folder: string): BackupManifest {
  const parsed = BackupManifest.safeParse(readJson(folder))
  if (parsed.success) return parsed.data
  const members = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].filter(Boolean)
  throw backupError(
    folder,
    notBackup(members.length > 0 ? `no valid ${members.join(', ')}` : 'no JSON object'),
  )
}

function readJson(folder: string): unknown {
  const path = findBackupFile(folder, manifestName)
  const { size } = statSync(path)
  if (size > manifestBytesMax)
    throw backupError(folder, notBackup(`${size} bytes; the maximum is ${manifestBytesMax}`))
  const text = readFileSync(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    // The message of the parser quotes the text.
    throw backupError(folder, notBackup('no JSON'))
  }
}

function notBackup(manifestContent: string): string {
  return `is not a backup (${manifestName} has ${manifestContent})`
}

/**
 * Returns the path of a file of the backup. Throws StateError unless it is a regular file, because reading a pipe or a device may
 * never end.
 */
export function findBackupFile(folder: string, name: string): string {
  const path = join(folder, name)
  try {
    if (!statSync(path).isFile()) throw new Error('not a regular file')
    accessSync(path, constants.R_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw backupError(
      folder,
      `is not a backup (${code === 'ENOENT' ? `${name} is missing` : `${name}: ${message}`})`,
    )
  }
  return path
}

/** An error with the remedy for a backup that cannot be used. */
export function backupError(folder: string, problem: string): StateError {
  return new StateError(folder, problem, 'Name a folder that careatlas backup wrote.')
}
