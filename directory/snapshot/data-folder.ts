/** The folder that `DATA_DIR` names, made where it is missing. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What `DATA_DIR` names is no folder, and cannot become one. */
export class DataFolderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DataFolderError'
  }
}

/**
 * Step by step from the first folder that there is: Node's own way down (`recursive`) never ends in a file system that says ENOENT to
 * what it has no place for, such as `/proc`. Throws DataFolderError.
 */
export function makeDataFolder(dataDir: string): void {
  try {
    for (const folder of missingIn(dataDir)) make(folder)
  } catch (error) {
    if (error instanceof DataFolderError || !(error instanceof Error)) throw error
    throw new DataFolderError(`DATA_DIR ${dataDir} cannot be made: ${error.message}.`, { cause: error })
  }
}

/** The outermost first. Throws DataFolderError where a file is in the way. */
function missingIn(dataDir: string): readonly string[] {
  const missing: string[] = []
  let at = resolve(dataDir)
  for (; !exists(at); at = dirname(at)) missing.unshift(at)
  if (isFolder(at)) return missing
  throw new DataFolderError(
    missing.length === 0
      ? `DATA_DIR ${dataDir} is a file, not a folder.`
      : `DATA_DIR ${dataDir} cannot be made: ${at} is a file, not a folder.`,
  )
}

/** Another process may make it at the same time. */
function make(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!isFolder(folder)) throw error
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
