/** Backups of the state file: a consistent copy, taken while servers run, in a folder with a manifest. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdtempDisposableSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkSchema } from './check-schema.ts'
import { checkVersion } from './migrations.ts'
import { isBusy } from './sqlite-errors.ts'
import { StateError, UnfinishedWriteError } from './state-error.ts'
import { countStateFile, formatCounts, hasRecords, type StateCounts } from './state-counts.ts'
import {
  backupError,
  type BackupManifest,
  findBackupFile,
  manifestName,
  readBackupManifest,
} from './backup-manifest.ts'
import { checkStateFile, createStateFolder, hasStateFile, stateFilePath } from './state-file.ts'

const digestPieceBytes = 1024 * 1024

/** The maximum wait for the lock of a state that another process is closing. */
const lockTimeoutMs = 1000

/**
 * Copies the state in `folder` to the new folder `target`, which appears when it is complete and on the disk. Throws StateError if
 * there is no state, if it is damaged, if `target` is not empty, or if its parent folder does not exist.
 */
export function backUpState(folder: string, target: string, version: string): BackupManifest {
  const file = stateFilePath(folder)
  if (!hasStateFile(file)) throw new StateError(file, 'does not exist', 'Check DATA_DIR.')
  const destination = resolve(target)
  checkDestination(destination)
  using partial = mkdtempDisposableSync(`${destination}.partial-`)
  const manifest = writeBackup(file, partial.path, version)
  flush(partial.path)
  // Fails if the folder is no longer empty.
  renameSync(partial.path, destination)
  reportOutcome(`${destination} is complete, but may not survive a power failure`, () =>
    flush(dirname(destination)),
  )
  return manifest
}

/** A missing parent folder is not created: it may be the mount point of a volume that is not mounted. */
function checkDestination(destination: string): void {
  const parent = dirname(destination)
  if (!isFolder(parent))
    throw new StateError(
      parent,
      existsSync(parent) ? 'is not a folder' : 'does not exist',
      'Create the folder, or mount the volume for backups; the backup will be a new folder in it.',
    )
  if (!existsSync(destination)) return
  if (!isFolder(destination) || readdirSync(destination).length > 0)
    throw new StateError(
      destination,
      isFolder(destination) ? 'is not empty' : 'is not a folder',
      'Name a new folder for the backup.',
    )
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function writeBackup(file: string, folder: string, version: string): BackupManifest {
  const copy = stateFilePath(folder)
  // VACUUM INTO accepts an empty file; otherwise other users could read the copy while it is written.
  writeFileSync(copy, '', { mode: 0o600 })
  reportUse(file, () => {
    using source = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
    checkStateFile(source, file)
    source.prepare('VACUUM INTO ?').run(copy)
  })
  flush(copy)
  using database = new DatabaseSync(copy, { readOnly: true })
  checkStateFile(database, copy)
  const manifest = {
    version,
    created_at: new Date().toISOString(),
    ...countStateFile(database),
    sha256: digestFile(copy),
  }
  const manifestFile = join(folder, manifestName)
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  return manifest
}

/**
 * Replaces the state in `folder` with a backup, in one step. Throws StateError, and changes nothing, if the backup is damaged or from
 * a newer version, if a process has the state open, or, without `force`, if the state has keys or other records, or
 * cannot be read.
 */
export async function restoreState(
  source: string,
  folder: string,
  { force = false } = {},
): Promise<BackupManifest> {
  const file = stateFilePath(folder)
  createStateFolder(folder)
  removeLeftCopies(file)
  using partial = mkdtempDisposableSync(`${file}.restore-${process.pid}-`)
  const copy = stateFilePath(partial.path)
  const manifest = await copyBackup(resolve(source), copy)
  using _ = lockForReplacement(file, force)
  // SQLite would apply a log of the old file to the new one. The lock has already moved the log of an intact state into its file.
  reportOutcome(`${file} was not replaced, but the log of a damaged state may be deleted`, () => {
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    renameSync(copy, file)
  })
  reportOutcome(`${file} is replaced, but this may not survive a power failure`, () => flush(folder))
  return manifest
}

/**
 * Removes the copies that killed restores have left, except those of processes that run. Only a restore removes them: a server or a
 * backup in another container cannot see whether the process of a restore runs.
 */
function removeLeftCopies(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    const [, suffix] = name.split(`${basename(file)}.restore-`)
    if (suffix === undefined) continue
    const processId = Number(/^(\d+)-/.exec(suffix)?.[1] ?? 0)
    if (processId === process.pid || !isRunning(processId))
      rmSync(join(dirname(file), name), { recursive: true })
  }
}

function isRunning(processId: number): boolean {
  if (processId === 0) return false
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Checks the copy, not the original, so that exactly the checked bytes become the state. */
async function copyBackup(source: string, copy: string): Promise<BackupManifest> {
  const manifest = readBackupManifest(source)
  copyFileSync(findBackupFile(source, basename(copy)), copy)
  chmodSync(copy, 0o600)
  if (digestFile(copy) !== manifest.sha256)
    throw backupError(source, `is damaged (state.sqlite does not match the checksum in ${manifestName})`)
  {
    using database = new DatabaseSync(copy, { readOnly: true })
    checkStateFile(database, stateFilePath(source))
    checkVersion(database, stateFilePath(source))
    await checkSchema(database, stateFilePath(source))
    rejectOtherCounts(source, manifest, countStateFile(database))
  }
  renewEpochs(copy)
  flush(copy)
  return manifest
}

/** Messages since the backup are missing, so that clients that have them must load the conversation again. */
function renewEpochs(file: string): void {
  using database = new DatabaseSync(file)
  const conversations = database
    .prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'conversation'`)
    .get()
  if (conversations !== undefined) database.exec('UPDATE conversation SET epoch = lower(hex(randomblob(8)))')
}

function rejectOtherCounts(source: string, manifest: StateCounts, found: StateCounts): void {
  if (formatCounts(manifest) !== formatCounts(found))
    throw backupError(
      source,
      `is damaged (state.sqlite has ${formatCounts(found)}, but ${manifestName} names ${formatCounts(manifest)})`,
    )
}

/** Locks the state until disposal. Returns undefined if there is no state, or if `force` replaces a damaged one. */
function lockForReplacement(file: string, force: boolean): Disposable | undefined {
  try {
    if (!hasStateFile(file)) return undefined
    return lockExclusively(file, (counts) => {
      if (!force && hasRecords(counts))
        throw new StateError(
          file,
          `has ${formatCounts(counts)}`,
          'To replace them, add --force; to keep them, first run: careatlas backup OTHER_DIR',
        )
    })
  } catch (error) {
    if (error instanceof StateInUseError || !force) throw error
    return undefined
  }
}

/**
 * Throws StateError if a process has the state open: a server, or another command. Moves the write-ahead log into the file, which
 * then is not in WAL mode until it is next opened.
 */
export function checkNotInUse(file: string): void {
  lockExclusively(file)[Symbol.dispose]()
}

/** SQLite leaves WAL mode only if no other connection has the file open, and then moves the log into the file. */
function lockExclusively(file: string, checkCounts?: (counts: StateCounts) => void): Disposable {
  return reportUse(file, () => {
    using resources = new DisposableStack()
    const database = resources.use(new DatabaseSync(file, { timeout: lockTimeoutMs }))
    checkStateFile(database, file)
    checkCounts?.(countStateFile(database))
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    return resources.move()
  })
}

class StateInUseError extends StateError {
  constructor(file: string) {
    super(file, 'is in use', 'Stop the server and other commands, then run this command again.')
  }
}

/** Throws StateInUseError if another process has locked the file. */
function reportUse<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw isBusy(error) ? new StateInUseError(file) : error
  }
}

/** Throws UnfinishedWriteError with `outcome` if a step fails after the first change. */
function reportOutcome(outcome: string, step: () => void): void {
  try {
    step()
  } catch (error) {
    throw new UnfinishedWriteError(outcome, error)
  }
}

/** In pieces, because the conversations may have more than fits into memory. */
function digestFile(file: string): string {
  const digest = createHash('sha256')
  const piece = Buffer.alloc(digestPieceBytes)
  const descriptor = openSync(file, 'r')
  try {
    for (;;) {
      const length = readSync(descriptor, piece)
      if (length === 0) return digest.digest('hex')
      digest.update(piece.subarray(0, length))
    }
  } finally {
    closeSync(descriptor)
  }
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
