/** Which of the published files an operator wants. */
import { compareText } from '../ordering.ts'
import { InputError } from '../input-error.ts'
import type { NppesKind } from './nppes-file.ts'
import type { PublishedFiles, PublishedFile } from './published-files.ts'

/**
 * The newest monthly file and the newest report, by the dates in their names; every weekly file, the oldest first, for
 * each changes what the one before it left. Where one period comes in both versions, the second.
 *
 * @throws {InputError} when there is none of a kind.
 */
export function selectFiles(
  publication: PublishedFiles,
  kinds: readonly NppesKind[],
): readonly PublishedFile[] {
  return kinds.flatMap((kind) => {
    const files = selectLatestVersions(publication.files.filter((file) => file.kind === kind))
    if (files.length > 0) return kind === 'weekly' ? files : files.slice(-1)
    throw new InputError(
      `${publication.address.href} links to no ${kind} NPPES file; look whether CMS names its files in a new way, or correct --from.`,
    )
  })
}

function selectLatestVersions(files: readonly PublishedFile[]): readonly PublishedFile[] {
  const byVersion = files.toSorted((a, b) => a.version - b.version)
  return [...new Map(byVersion.map((file) => [file.period, file])).values()].toSorted((a, b) =>
    compareText(a.period, b.period),
  )
}
