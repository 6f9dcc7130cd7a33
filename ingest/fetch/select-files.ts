/** Selects the published files to download. */
import { compareText } from '../ordering.ts'
import { InputError } from '../input-error.ts'
import type { NppesKind } from './nppes-file.ts'
import type { PublishedFiles, PublishedFile } from './published-files.ts'

/**
 * The newest monthly file and the newest report, by the dates in their names; every weekly file, the oldest first, because each
 * contains changes since the previous one. If a period has both versions, the second.
 *
 * @throws {InputError} when there is no file of a kind.
 */
export function selectFiles(
  published: PublishedFiles,
  kinds: readonly NppesKind[],
): readonly PublishedFile[] {
  return kinds.flatMap((kind) => {
    const files = selectLatestVersions(published.files.filter((file) => file.kind === kind))
    if (files.length > 0) return kind === 'weekly' ? files : files.slice(-1)
    throw new InputError(
      `${published.address.href} links to no ${kind} NPPES file; check whether CMS has changed its file names, or correct --from.`,
    )
  })
}

function selectLatestVersions(files: readonly PublishedFile[]): readonly PublishedFile[] {
  const byVersion = files.toSorted((a, b) => a.version - b.version)
  return [...new Map(byVersion.map((file) => [file.period, file])).values()].toSorted((a, b) =>
    compareText(a.period, b.period),
  )
}
