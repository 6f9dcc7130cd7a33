/** Reads and checks the files of an ingest without publishing anything; the data folder is only read, for an update. */
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { findSources } from './drop-sources.ts'
import type { IngestRequest } from './ingest.ts'
import { readOfficialNames } from './nucc-file.ts'
import { readPayers } from './payers-file.ts'
import type { IngestProgress } from './progress.ts'
import { readPreviousSnapshot } from './publish/previous-snapshot.ts'
import { readSources } from './read-sources.ts'
import { dropRepeatedFiles } from './repeated-files.ts'
import { listSources } from './source-files.ts'

/**
 * The manifest entries of the files of `request`. Counts that need all files together, such as NPIs that are not registered, are 0.
 *
 * @throws {InputError} when a file is not usable.
 */
export async function dryRun(
  request: IngestRequest,
  dataDir: string,
  progress: IngestProgress,
): Promise<readonly SourceFile[]> {
  const previous = request.update ? await readPreviousSnapshot(dataDir) : null
  const dropped = previous === null ? new Set() : findSources(previous, request.dropSources)
  if (request.payers !== null) await readPayers(request.payers, progress)
  if (request.nucc !== null) await readOfficialNames(request.nucc)
  const { files, repeated } = await dropRepeatedFiles(request)
  for (const sentence of repeated) progress.note(sentence)
  const previousSources = previous?.manifest.sources.filter((_, file) => !dropped.has(file)) ?? []
  return readSources(await listSources(files), null, previousSources, progress)
}
