/** The table at the end of an ingest: the rows of each source file, with the reasons for rejected rows and omitted values. */
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { describeReasons } from '@careatlas/ingest/read/describe-reasons'
import { formatTable, wrapLine } from './text-table.ts'

/** The table is as wide as 100 characters if its widest kind is `secondary locations` and its counts have eight digits. */
const fileCharsMax = 37

const heading = ['kind', 'as of', 'rows', 'accepted', 'rejected', 'file']

export function formatSources(sources: readonly SourceFile[]): string {
  const [head, ...rows] = formatTable([heading, ...sources.map(toCells)])
    .trimEnd()
    .split('\n')
  return [head!, ...rows.flatMap((row, index) => [row, ...listDetails(sources[index]!)])]
    .map((line) => `${line}\n`)
    .join('')
}

function toCells({ kind, file, as_of, rows, accepted }: SourceFile): string[] {
  const counts = [rows, accepted, rows - accepted].map(String)
  return [kind.replaceAll('_', ' '), as_of ?? 'unknown', ...counts, elideMiddle(file)]
}

/** Keeps more of the end of a file name, because names differ more often at the end than at the start. */
function elideMiddle(file: string): string {
  if (file.length <= fileCharsMax) return file
  const start = Math.floor(fileCharsMax / 3)
  return `${file.slice(0, start)}…${file.slice(start + 1 - fileCharsMax)}`
}

function listDetails({ rejected, left_out, unregistered }: SourceFile): readonly string[] {
  const details = [
    ['rejected', describeReasons(rejected)],
    ['left out of accepted rows', describeReasons(left_out)],
    ['NPIs not in the registry', unregistered === 0 ? '' : String(unregistered)],
  ]
  return details.filter(([, text]) => text !== '').flatMap(([name, text]) => wrapLine(`  ${name}: ${text}`))
}
