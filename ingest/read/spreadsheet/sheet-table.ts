/** Reads a table in a sheet, which may have banner rows above its header. */
import type { FileReport } from '../file-report.ts'
import { type Column, resolveColumns } from '../columns.ts'
import { rowRejections } from '../delimited.ts'
import { cellCharsMax } from '../record-scanner.ts'
import type { SheetCell, SheetRow } from './sheet-rows.ts'

/** A sheet without a header in its first rows has none. */
const bannerRowsMax = 20

/**
 * Yields the rows below the header, which is the first row with the name of the first column, with one cell for each of
 * `columns`. The report counts rows with a requested cell of more than 1,000 characters as rejected. Rows without any requested
 * cell are skipped.
 *
 * @throws {InputError} when there is no such header.
 */
export async function* readTable(
  rows: AsyncIterable<readonly SheetRow[]>,
  columns: readonly [Column, ...Column[]],
  report: FileReport,
): AsyncGenerator<readonly SheetRow[]> {
  let positions: readonly number[] | null = null
  let bannerRows = 0
  for await (const batch of rows) {
    const tableRows: SheetRow[] = []
    for (const { line, cells } of batch) {
      if (positions !== null)
        tableRows.push({ line, cells: positions.map((position) => cells[position] ?? null) })
      else if (++bannerRows > bannerRowsMax) resolveColumns([], columns, report.file)
      else positions = findHeader(cells, columns, report)
    }
    const usableRows = tableRows.filter((row) => isUsable(row, report))
    if (usableRows.length > 0) yield usableRows
  }
  if (positions === null) resolveColumns([], columns, report.file)
}

/** The positions of the columns if this row is the header, else null. */
function findHeader(
  cells: readonly SheetCell[],
  columns: readonly [Column, ...Column[]],
  { file }: FileReport,
): readonly number[] | null {
  const names = cells.map((cell) => (typeof cell === 'string' ? cell : ''))
  const headerNames = columns[0].names.map((name) => name.toLowerCase())
  const isHeader = names.some((name) => headerNames.includes(name.trim().toLowerCase()))
  return isHeader ? resolveColumns(names, columns, file) : null
}

function isUsable({ line, cells }: SheetRow, report: FileReport): boolean {
  if (cells.every((cell) => cell === null)) return false
  const isOversized = cells.some((cell) => typeof cell === 'string' && cell.length > cellCharsMax)
  if (isOversized) report.reject(rowRejections.oversizedCell, line)
  return !isOversized
}
