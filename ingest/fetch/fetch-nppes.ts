/** The newest NPPES files of CMS, brought into a folder. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError, isStorageFailure } from '../storage-error.ts'
import { lockFolder } from '../lock-folder.ts'
import { download, type DownloadLimits } from './download.ts'
import type { FetchProgress } from './fetch-progress.ts'
import type { NppesKind } from './nppes-file.ts'
import { sizeOf } from './partial-file.ts'
import { defaultFetchPolicy, withFetchRetry } from './retry.ts'
import { type PublishedFile, readPublishedFiles } from './published-files.ts'
import { wantedFiles } from './wanted-files.ts'

const lockFile = '.fetch.lock'

export interface FetchRequest {
  readonly kinds: readonly NppesKind[]
  /** http or https; ends with a slash, such as https://download.cms.gov/nppes/. */
  readonly base: URL
  /** Made if it is not there. */
  readonly folder: string
}

export interface FetchedFile {
  readonly kind: NppesKind
  /** `2026-09`, `2026-08-31/2026-09-06` or `2026-09-14`, by kind. */
  readonly period: string
  readonly path: string
  readonly bytes: number
  readonly address: string
  /** False when it lay there already: a file that has its name is whole. */
  readonly fetched: boolean
}

/**
 * Every wanted file, in the order in which to ingest them, whether it came now or before: what is returned does not
 * depend on where an earlier run stopped.
 *
 * @throws {InputError} when the page or a file cannot be had; the files before it stay.
 * @throws {StorageError} when the folder cannot be written, or when another fetch is writing to it.
 */
export async function fetchNppes(
  { kinds, base, folder }: FetchRequest,
  progress: FetchProgress,
  limits: DownloadLimits = defaultFetchPolicy,
): Promise<readonly FetchedFile[]> {
  try {
    mkdirSync(folder, { recursive: true })
    using _locked = lockFolder(join(folder, lockFile), () => heldByAnother(folder))
    const publication = await withFetchRetry(
      () => readPublishedFiles(base, limits.stallMs),
      limits,
      progress.say,
    )
    const fetched: FetchedFile[] = []
    for (const file of wantedFiles(publication, kinds))
      fetched.push(await bring(file, folder, limits, progress))
    return fetched
  } catch (error) {
    progress.giveUp()
    throw isStorageFailure(error) ? notWritten(error, folder) : error
  }
}

async function bring(
  file: PublishedFile,
  folder: string,
  limits: DownloadLimits,
  progress: FetchProgress,
): Promise<FetchedFile> {
  const { kind, period, name, address } = file
  const path = join(folder, name)
  const there = await sizeOf(path)
  if (there === null) await download(file, folder, limits, progress)
  else progress.say(`${name}: already there`)
  const bytes = there ?? (await sizeOf(path)) ?? 0
  return { kind, period, path, bytes, address: address.href, fetched: there === null }
}

function heldByAnother(folder: string): string {
  return `Another fetch is writing to ${folder}; wait for it to end, or give another folder with --to.`
}

function notWritten(error: Error & { readonly code: unknown }, folder: string): StorageError {
  return new StorageError(
    `${folder} cannot be written (${String(error.code)}); free space, check its permissions, or give another folder with --to.`,
    { cause: error },
  )
}
