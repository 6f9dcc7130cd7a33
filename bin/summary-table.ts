/** The table that ends an ingest: what came of every source file. */
import type { SourceFile } from '@careatlas/directory/snapshot/format'

const heading = ['source', 'file', 'as of', 'rows', 'accepted', 'rejected', 'not in registry']

export function summaryTable(sources: readonly SourceFile[]): string {
  const rows = [heading, ...sources.map(rowOf)]
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function rowOf(source: SourceFile): string[] {
  const { file, as_of, rows, accepted, unregistered } = source
  return [
    source.source,
    file,
    as_of ?? 'unknown',
    String(rows),
    String(accepted),
    rejectedIn(source),
    String(unregistered),
  ]
}

/** `3 (2 bad_npi, 1 no_name)` */
function rejectedIn({ rows, accepted, rejected }: SourceFile): string {
  const reasons = Object.entries(rejected).map(([reason, count]) => `${count.rows} ${reason}`)
  return `${rows - accepted}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`
}
