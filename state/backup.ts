/** Backups of the state file: a consistent copy, taken while servers run, in a folder with a manifest. */
import { hash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempDisposableSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkVersion } from './migrations.ts'
import { isBusy } from './sqlite-errors.ts'
import { StateError } from './state-error.ts'
import {
  checkStateFile,
  countKeysAndAccounts,
  describeCounts,
  hasStateFile,
  type StateCounts,
  stateFile,
} from './state-file.ts'

/** `manifest.json` of a backup. */
export interface BackupManifest extends StateCounts {
  /** The version of the software that wrote the backup. */
  readonly version: string
  /** RFC 3339. */
  readonly created_at: string
  /** Of `state.sqlite`. */
  readonly sha256: string
}

const manifestName = 'manifest.json'

/** The maximum wait for the lock of a state that another process is closing. */
const lockTimeoutMs = 1000

/**
 * Copies the state in `folder` to the new folder `target`, which appears when it is complete and on the disk. Throws StateError if
 * there is no state, if it is damaged, or if `target` is not empty.
 */
export function backUpState(folder: string, target: string, version: string): BackupManifest {
  const file = stateFile(folder)
  if (!existsSync(file)) throw new StateError(file, 'does not exist', 'Check DATA_DIR.')
  const place = resolve(target)
  if (existsSync(place) && readdirSync(place).length > 0)
    throw new StateError(place, 'is not empty', 'Name a new folder for the backup.')
  using making = mkdtempDisposableSync(`${place}.partial-`)
  const manifest = writeBackup(file, making.path, version)
  flush(making.path)
  // Fails if the folder is no longer empty.
  renameSync(making.path, place)
  flush(dirname(place))
  return manifest
}

function writeBackup(file: string, folder: string, version: string): BackupManifest {
  const copy = stateFile(folder)
  // VACUUM INTO accepts an empty file; otherwise other users could read the copy while it is written.
  writeFileSync(copy, '', { mode: 0o600 })
  {
    using source = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
    checkStateFile(source, file)
    source.prepare('VACUUM INTO ?').run(copy)
  }
  flush(copy)
  using copied = new DatabaseSync(copy, { readOnly: true })
  checkStateFile(copied, copy)
  const manifest = {
    version,
    created_at: new Date().toISOString(),
    ...countKeysAndAccounts(copied),
    sha256: digestFile(copy),
  }
  const manifestFile = join(folder, manifestName)
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  return manifest
}

/**
 * Replaces the state in `folder` with a backup, in one step. Throws StateError, and changes nothing, if the backup is damaged or from
 * a newer version, if a process has the state open, or, without `force`, if the state has keys or accounts or cannot be read.
 */
export function restoreState(source: string, folder: string, { force = false } = {}): BackupManifest {
  const file = stateFile(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  using making = mkdtempDisposableSync(`${file}.restore-`)
  const copy = stateFile(making.path)
  const manifest = copyBackup(resolve(source), copy)
  using _ = lockReplaced(file, force)
  // SQLite would apply a log of the old file to the new one. The lock has moved the log of an intact state into its file.
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  renameSync(copy, file)
  flush(folder)
  return manifest
}

/** Checks the copy, not the original, so that exactly the checked bytes become the state. */
function copyBackup(source: string, copy: string): BackupManifest {
  const manifest = readManifest(source)
  try {
    copyFileSync(stateFile(source), copy)
  } catch (error) {
    throw backupError(source, `cannot be read (${(error as Error).message})`)
  }
  chmodSync(copy, 0o600)
  if (digestFile(copy) !== manifest.sha256)
    throw backupError(source, `is damaged (state.sqlite does not match the checksum in ${manifestName})`)
  using copied = new DatabaseSync(copy, { readOnly: true })
  checkStateFile(copied, stateFile(source))
  checkVersion(copied, stateFile(source))
  flush(copy)
  return manifest
}

function readManifest(source: string): BackupManifest {
  try {
    return JSON.parse(readFileSync(join(source, manifestName), 'utf8')) as BackupManifest
  } catch (error) {
    throw backupError(source, `is not a backup (${manifestName}: ${(error as Error).message})`)
  }
}

function backupError(source: string, problem: string): StateError {
  return new StateError(source, problem, 'Name a folder that careatlas backup wrote.')
}

/** Locks the state that is replaced. Returns nothing to dispose if there is none, or if `force` replaces a damaged one. */
function lockReplaced(file: string, force: boolean): Disposable | undefined {
  using opened = new DisposableStack()
  try {
    if (!existsSync(file)) return undefined
    const database = opened.use(new DatabaseSync(file, { timeout: lockTimeoutMs }))
    checkStateFile(database, file)
    const counts = countKeysAndAccounts(database)
    if (!force && counts.keys + counts.accounts > 0)
      throw new StateError(
        file,
        `has ${describeCounts(counts)}`,
        'To replace them, add --force; to keep them, first run: careatlas backup OTHER_DIR',
      )
    lockExclusively(database, file)
    return opened.move()
  } catch (error) {
    if (isInUse(error) || !force) throw error
    return undefined
  }
}

/** Throws StateError if a process has the state open: a server, or another command. A missing file is not in use. */
export function checkNotInUse(file: string): void {
  if (!hasStateFile(file)) return
  using database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  checkStateFile(database, file)
  lockExclusively(database, file)
}

/** Leaving WAL mode needs a file that no other connection has open, and moves the log into the file. */
function lockExclusively(database: DatabaseSync, file: string): void {
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    throw isBusy(error) ? new StateInUseError(file) : error
  }
}

class StateInUseError extends StateError {
  constructor(file: string) {
    super(file, 'is in use', 'Stop the server and other commands, then run this command again.')
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof StateInUseError || isBusy(error)
}

function digestFile(file: string): string {
  return hash('sha256', readFileSync(file))
}

/** Calls fsync for a file or a folder. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
