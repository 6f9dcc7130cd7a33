/** Reads a small file that the operator maintains: the first wrong row rejects the whole file, with its line. */
import { InputError } from '../input-error.ts'
import { FileReport } from './file-report.ts'
import type { Column } from './columns.ts'
import { readRows, rowRejections } from './delimited.ts'
import { openFile } from './open-file.ts'
import { cellCharsMax } from './record-scanner.ts'

/**
 * The values of the rows. `parse` receives the cells in the order of `columns`. It returns null for an empty row, and a clause
 * such as "has no name" for a wrong row.
 *
 * @throws {InputError} when the file has other columns, or a wrong row.
 */
export async function readStrict<T extends object>(
  path: string,
  columns: readonly Column[],
  parse: (cells: readonly string[], line: number) => T | string | null,
): Promise<T[]> {
  await using file = await openFile(path)
  const report = new FileReport('', path)
  const values: T[] = []
  for await (const rows of readRows(file.bytes, columns, report)) {
    for (const { line, cells } of rows) {
      const value = parse(cells, line)
      if (typeof value === 'string') throw rowError(report.file, line, value)
      if (value !== null) values.push(value)
    }
  }
  const [rejected] = Object.entries(report.toSourceFile().rejected)
  if (rejected !== undefined)
    throw rowError(report.file, rejected[1].first_lines[0]!, clauseByReason[rejected[0]]!)
  return values
}

const clauseByReason: Readonly<Record<string, string>> = {
  [rowRejections.columnCount]: 'has a wrong number of cells',
  [rowRejections.misplacedQuote]: 'has a misplaced quote',
  [rowRejections.oversizedCell]: `has a cell of more than ${cellCharsMax} characters`,
}

function rowError(file: string, line: number, clause: string): InputError {
  return new InputError(`${file} ${clause} on line ${line}; correct that line.`)
}
