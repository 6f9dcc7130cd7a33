/** The monthly list of every NPI that is deactivated ("NPPES Deactivated NPI Report"): a spreadsheet in a zip. */
import { buffer } from 'node:stream/consumers'
import { isNpi } from '@careatlas/directory/npi'
import type { DeactivationRow } from '../facts/facts.ts'
import { refuseMostlyRejected, refuseWithoutRows } from '../file-quality-gates.ts'
import { dateFromIso, dateFromSlashes, pastDate } from '../read/calendar-date.ts'
import type { Column } from '../read/columns.ts'
import { type OnBytes, openFile } from '../read/open-file.ts'
import { dateFromSerial } from '../read/spreadsheet/serial-date.ts'
import { readTable } from '../read/spreadsheet/sheet-table.ts'
import type { SheetCell } from '../read/spreadsheet/sheet-rows.ts'
import { readSpreadsheet, spreadsheetBytesMax } from '../read/spreadsheet/spreadsheet.ts'
import { acceptRows } from '../read/accept-rows.ts'
import type { FileReport } from '../read/file-report.ts'
import { rejections } from './rejections.ts'

const columns: readonly [Column, ...Column[]] = [{ names: ['NPI'] }, { names: ['NPPES Deactivation Date'] }]

/**
 * The zip as downloaded, or the spreadsheet in it. A date that is empty or no day of the calendar is null; the row stays,
 * for that it is on the list is what it says.
 *
 * @throws {InputError} when the file is not such a file, has no usable row, or more than 1% and 100 rejected rows.
 */
export async function* readDeactivatedReport(
  path: string,
  tally: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly DeactivationRow[]> {
  const inflatedBytesMax = spreadsheetBytesMax
  await using file = await openFile(path, { onBytes, member: isSpreadsheet, inflatedBytesMax })
  tally.openedAs(file.name)
  const sheet = readSpreadsheet(await buffer(file.bytes), tally.file)
  yield* acceptRows(readTable(sheet, columns, tally), tally, ({ cells }) => deactivation(cells, tally))
  refuseWithoutRows(tally)
  refuseMostlyRejected(tally)
}

function isSpreadsheet(name: string): boolean {
  return /\.xlsx$/i.test(name)
}

/** Returns the fact, or the reason to reject the row. */
function deactivation(
  [npiCell, dateCell]: readonly SheetCell[],
  tally: FileReport,
): DeactivationRow | string {
  const npi = String(npiCell ?? '').trim()
  if (!isNpi(npi)) return rejections.npi
  const deactivatedOn = pastDate(dateOf(dateCell ?? null))
  tally.noteDay(deactivatedOn)
  const provenance = { source: tally.source, asOf: tally.dayOf(deactivatedOn) }
  return { kind: 'deactivation', npi, deactivatedOn, ...provenance }
}

/** The report writes `10/08/2023`; a program that opened and saved it may write the day as a number. */
function dateOf(cell: SheetCell): string | null {
  if (cell === null) return null
  if (typeof cell === 'number') return dateFromSerial(cell)
  return dateFromSlashes(cell.trim()) ?? dateFromIso(cell.trim().slice(0, 10))
}
