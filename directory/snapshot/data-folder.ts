/** Creates the folder `DATA_DIR`. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** `DATA_DIR` is not a folder and cannot be created. */
export class DataFolderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DataFolderError'
  }
}

/**
 * Creates the missing folders one by one: the option `recursive` of Node never ends in a file system such as `/proc`, which reports
 * ENOENT for folders that cannot be created. Throws DataFolderError.
 */
export function createDataFolder(dataDir: string): void {
  try {
    for (const folder of listMissing(dataDir)) createFolder(folder)
  } catch (error) {
    if (error instanceof DataFolderError || !(error instanceof Error)) throw error
    throw new DataFolderError(`DATA_DIR ${dataDir} cannot be created: ${error.message}.`, { cause: error })
  }
}

/** The missing folders, the outermost first. Throws DataFolderError if one of them is a file. */
function listMissing(dataDir: string): readonly string[] {
  const missing: string[] = []
  let folder = resolve(dataDir)
  for (; !exists(folder); folder = dirname(folder)) missing.unshift(folder)
  if (isFolder(folder)) return missing
  throw new DataFolderError(
    missing.length === 0
      ? `DATA_DIR ${dataDir} is a file, not a folder.`
      : `DATA_DIR ${dataDir} cannot be created: ${folder} is a file, not a folder.`,
  )
}

/** Another process may create it at the same time. */
function createFolder(folder: string): void {
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
