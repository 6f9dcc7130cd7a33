/** Reads a payer's network as a list of NPIs: a CSV with the column `npi`, and optionally `code` and `as_of`. */
import { parseCarrierCode } from '@careatlas/directory/carrier'
import { isNpi } from '@careatlas/directory/npi'
import type { NetworkListing } from '../facts/facts.ts'
import { parseIsoDate } from '../read/calendar-date.ts'
import type { Column } from '../read/columns.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { isNetworkMember } from './network-format.ts'
import { networkRejections, requireNetworkRecords } from './network-rejections.ts'

const columns: readonly Column[] = [
  { names: ['npi'] },
  { names: ['code'], optional: true },
  { names: ['as_of'], optional: true },
]

/**
 * Rows without a `code` belong to `carrier`. The `as_of` of a row (YYYY-MM-DD) takes precedence over the date in the file name,
 * unless it is later. The report counts rejected rows.
 *
 * @throws {InputError} when the file has other columns or no rows.
 */
export async function* readNpiList(
  path: string,
  carrier: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly NetworkListing[]> {
  yield* readDelimitedFile(path, columns, report, { onBytes, member: isNetworkMember }, ({ cells }) => {
    const [npiCell = '', codeCell = '', asOfCell = ''] = cells
    const npi = npiCell.trim()
    if (!isNpi(npi)) return networkRejections.npi
    const code = codeCell === '' ? carrier : parseCarrierCode(codeCell)
    if (code === null) return networkRejections.code
    const rowDate = parseIsoDate(asOfCell.trim())
    if (rowDate === null && asOfCell.trim() !== '') return networkRejections.date
    report.noteDate(rowDate)
    const asOf = report.dateForRecord(rowDate)
    return { kind: 'network_listing', npi, carrier: code, source: report.source, asOf }
  })
  requireNetworkRecords(report)
}
