/** Downloads the newest NPPES files of CMS to a folder. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError, isStorageFailure } from '../storage-error.ts'
import { lockFolder } from '../lock-folder.ts'
import { download, type DownloadLimits } from './download.ts'
import type { FetchProgress } from './fetch-progress.ts'
import type { NppesKind } from './nppes-file.ts'
import { readFileSize } from './partial-file.ts'
import { defaultFetchPolicy, withFetchRetry } from './retry.ts'
import { type PublishedFile, readPublishedFiles } from './published-files.ts'
import { selectFiles } from './select-files.ts'

const lockFile = '.fetch.lock'

export interface FetchRequest {
  readonly kinds: readonly NppesKind[]
  /** http or https; ends with a slash, such as https://download.cms.gov/nppes/. */
  readonly base: URL
  /** Created if it does not exist. */
  readonly folder: string
}

export interface FetchedFile {
  readonly kind: NppesKind
  /** `2026-09`, `2026-08-31/2026-09-06` or `2026-09-14`, by kind. */
  readonly period: string
  readonly path: string
  readonly bytes: number
  readonly address: string
  /** False if the folder already had the file: a file under its name is complete. */
  readonly fetched: boolean
}

/**
 * Returns all selected files in ingest order, downloaded now or earlier: the result does not depend on where an earlier run
 * stopped.
 *
 * @throws {InputError} when the page or a file cannot be downloaded; the files before it are kept.
 * @throws {StorageError} when the folder cannot be written, or another fetch is writing to it.
 */
export async function fetchNppes(
  { kinds, base, folder }: FetchRequest,
  progress: FetchProgress,
  limits: DownloadLimits = defaultFetchPolicy,
): Promise<readonly FetchedFile[]> {
  try {
    mkdirSync(folder, { recursive: true })
    using _locked = lockFolder(join(folder, lockFile), () => describeLockConflict(folder))
    const published = await withFetchRetry(
      () => readPublishedFiles(base, limits.stallMs),
      limits,
      progress.note,
    )
    const fetched: FetchedFile[] = []
    for (const file of selectFiles(published, kinds))
      fetched.push(await fetchIfMissing(file, folder, limits, progress))
    return fetched
  } catch (error) {
    progress.clear()
    throw isStorageFailure(error) ? unwritableError(error, folder) : error
  }
}

async function fetchIfMissing(
  file: PublishedFile,
  folder: string,
  limits: DownloadLimits,
  progress: FetchProgress,
): Promise<FetchedFile> {
  const { kind, period, name, address } = file
  const path = join(folder, name)
  const existing = await readFileSize(path)
  if (existing === null) await download(file, folder, limits, progress)
  else progress.note(`${name}: already downloaded`)
  const bytes = existing ?? (await readFileSize(path)) ?? 0
  return { kind, period, path, bytes, address: address.href, fetched: existing === null }
}

function describeLockConflict(folder: string): string {
  return `Another fetch is writing to ${folder}; wait for it to end, or give another folder with --to.`
}

function unwritableError(error: Error & { readonly code: unknown }, folder: string): StorageError {
  return new StorageError(
    `${folder} cannot be written (${String(error.code)}); free space, check its permissions, or give another folder with --to.`,
    { cause: error },
  )
}
