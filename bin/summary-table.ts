/** The table at the end of an ingest: rows accepted, rejected and left out of each source file. */
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { formatTable } from './text-table.ts'

const heading = [
  'kind',
  'source',
  'file',
  'as of',
  'rows',
  'accepted',
  'rejected',
  'left out',
  'NPIs not in registry',
]

export function formatSources(sources: readonly SourceFile[]): string {
  return formatTable([heading, ...sources.map(toCells)])
}

function toCells(source: SourceFile): string[] {
  const { kind, file, as_of, rows, accepted, unregistered } = source
  return [
    kind.replaceAll('_', ' '),
    source.source,
    file,
    as_of ?? 'unknown',
    String(rows),
    String(accepted),
    formatRejected(source),
    formatReasons(source.left_out),
    String(unregistered),
  ]
}

/** `3 (2 bad_npi, 1 no_name)` */
function formatRejected({ rows, accepted, rejected }: SourceFile): string {
  const reasons = formatReasons(rejected)
  return `${rows - accepted}${reasons === '' ? '' : ` (${reasons})`}`
}

function formatReasons(counts: SourceFile['rejected']): string {
  return Object.entries(counts)
    .map(([reason, { rows }]) => `${rows} ${reason}`)
    .join(', ')
}
