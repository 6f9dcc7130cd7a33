/** Rejected rows or omitted values in words: "2 bad_npi on lines 4, 9; 1 invalid_observation on line 7 (places[0].accepting)". */
import type { SourceFile } from '@careatlas/directory/snapshot/format'

type RowsByReason = SourceFile['rejected']

export function describeReasons(counts: RowsByReason): string {
  return Object.entries(counts)
    .map(([reason, entry]) => `${entry.rows} ${reason}${describeLines(entry)}`)
    .join('; ')
}

/** Counts that depend on several files have no lines. */
function describeLines({ rows, first_lines, first_members = [] }: RowsByReason[string]): string {
  if (first_lines.length === 0) return ''
  const lines = first_lines.map(
    (line, index) => `${line}${first_members[index] ? ` (${first_members[index]})` : ''}`,
  )
  const suffix = rows > lines.length ? ' and others' : ''
  return ` on ${rows === 1 ? 'line' : 'lines'} ${lines.join(', ')}${suffix}`
}
