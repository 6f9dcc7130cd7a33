/** Reads the monthly list of all deactivated NPIs ("NPPES Deactivated NPI Report"): a spreadsheet in a zip. */
import { buffer } from 'node:stream/consumers'
import { isNpi } from '@careatlas/directory/npi'
import type { DeactivationRow } from '../facts/facts.ts'
import { requireFewRejections, requireAcceptedRows } from '../file-quality-gates.ts'
import { parseIsoDate, parseSlashDate, dropFutureDate } from '../read/calendar-date.ts'
import type { Column } from '../read/columns.ts'
import { type OnBytes, openFile } from '../read/open-file.ts'
import { parseSerialDate } from '../read/spreadsheet/serial-date.ts'
import { readTable } from '../read/spreadsheet/sheet-table.ts'
import type { SheetCell } from '../read/spreadsheet/sheet-rows.ts'
import { readSpreadsheet, spreadsheetBytesMax } from '../read/spreadsheet/spreadsheet.ts'
import { acceptRows } from '../read/accept-rows.ts'
import type { FileReport } from '../read/file-report.ts'
import { registryRejections } from './dissemination.ts'

const columns: readonly [Column, ...Column[]] = [{ names: ['NPI'] }, { names: ['NPPES Deactivation Date'] }]

/**
 * Accepts the downloaded zip or the spreadsheet in it. An empty or invalid date becomes null, and the row is kept because the
 * NPI is deactivated in any case.
 *
 * @throws {InputError} when the file is not the report, has no usable row, or more than 1% and more than 100 rejected rows.
 */
export async function* readDeactivatedReport(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly DeactivationRow[]> {
  const inflatedBytesMax = spreadsheetBytesMax
  await using file = await openFile(path, { onBytes, member: isSpreadsheet, inflatedBytesMax })
  report.setMemberName(file.name)
  const sheet = readSpreadsheet(await buffer(file.bytes), report.file)
  yield* acceptRows(readTable(sheet, columns, report), report, ({ cells }) =>
    parseDeactivationRow(cells, report),
  )
  requireAcceptedRows(report)
  requireFewRejections(report)
}

function isSpreadsheet(name: string): boolean {
  return /\.xlsx$/i.test(name)
}

/** Returns the fact, or the reason to reject the row. */
function parseDeactivationRow(
  [npiCell, dateCell]: readonly SheetCell[],
  report: FileReport,
): DeactivationRow | string {
  const npi = String(npiCell ?? '').trim()
  if (!isNpi(npi)) return registryRejections.npi
  const deactivatedOn = dropFutureDate(parseReportDate(dateCell ?? null))
  report.noteDate(deactivatedOn)
  const provenance = { source: report.source, asOf: report.dateForRow(deactivatedOn) }
  return { kind: 'deactivation', npi, deactivatedOn, ...provenance }
}

/** The report has `10/08/2023`; a program that opened and saved it may have written the date as a number. */
function parseReportDate(cell: SheetCell): string | null {
  if (cell === null) return null
  if (typeof cell === 'number') return parseSerialDate(cell)
  return parseSlashDate(cell.trim()) ?? parseIsoDate(cell.trim().slice(0, 10))
}
