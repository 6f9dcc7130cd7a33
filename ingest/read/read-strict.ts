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
  parse: (cells: readonly string[]) => T | string | null,
): Promise<T[]> {
  await using file = await openFile(path)
  const report = new FileReport('', path)
  const values: T[] = []
  for await (const rows of readRows(file.bytes, columns, report)) {
    for (const { line, cells } of rows) {
      const value = parse(cells)
      if (typeof value === 'string') throw rowError(report.file, line, value)
      if (value !== null) values.push(value)
    }
  }
  const [fault] = Object.entries(report.toSourceFile().rejected)
  if (fault !== undefined) throw rowError(report.file, fault[1].first_lines[0]!, faults[fault[0]]!)
  return values
}

const faults: Readonly<Record<string, string>> = {
  [rowRejections.columns]: 'has a wrong number of cells',
  [rowRejections.quotes]: 'has a misplaced quote',
  [rowRejections.oversized]: `has a cell of more than ${cellCharsMax} characters`,
}

function rowError(file: string, line: number, what: string): InputError {
  return new InputError(`${file} ${what} on line ${line}; correct that line.`)
}
