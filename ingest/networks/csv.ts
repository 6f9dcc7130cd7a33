/** A payer's network as a list of NPIs: a CSV with the column `npi`, and if need be `code` and `as_of`. */
import { DirectoryError } from '@careatlas/contract/errors'
import { parseCarrierCode } from '@careatlas/directory/carrier'
import { isNpi } from '@careatlas/directory/npi'
import type { NetworkListing } from '../facts.ts'
import { dateFromIso } from '../read/calendar-date.ts'
import type { Column } from '../read/columns.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { Tally } from '../tally.ts'

const columns: readonly Column[] = [
  { names: ['npi'] },
  { names: ['code'], optional: true },
  { names: ['as_of'], optional: true },
]

/** Why a row of a network file is rejected. Payers list NPIs that were never issued, so no row is fatal. */
export const networkRejections = { npi: 'bad_npi', code: 'bad_carrier_code', date: 'bad_date' } as const

/**
 * `carrier` holds for every row without a `code` of its own; a row's `as_of` (YYYY-MM-DD) goes before the
 * day in the file's name.
 *
 * @throws {InputRefused} when the file is not such a file; single rows are rejected in the tally.
 */
export function readCarrierNetwork(
  path: string,
  carrier: string,
  tally: Tally,
  onBytes?: OnBytes,
): AsyncGenerator<readonly NetworkListing[]> {
  const carrierOf = carrierCodes(carrier)
  return readDelimitedFile(path, columns, tally, { onBytes }, ({ cells }) => {
    const [npiCell = '', codeCell = '', asOfCell = ''] = cells
    const npi = npiCell.trim()
    if (!isNpi(npi)) return networkRejections.npi
    const code = carrierOf(codeCell)
    if (code === null) return networkRejections.code
    const stated = dateFromIso(asOfCell.trim())
    if (stated === null && asOfCell.trim() !== '') return networkRejections.date
    const fileDay = tally.dayOfRow(stated)
    return { kind: 'network_listing', npi, carrier: code, source: tally.source, asOf: stated ?? fileDay }
  })
}

/** Parses each spelling of a code once; null for one that is no carrier code. */
function carrierCodes(carrier: string): (cell: string) => string | null {
  const parsed = new Map<string, string | null>([['', parseCarrierCode(carrier)]])
  return (cell) => {
    let code = parsed.get(cell)
    if (code === undefined) parsed.set(cell, (code = carrierCode(cell)))
    return code
  }
}

function carrierCode(text: string): string | null {
  try {
    return parseCarrierCode(text)
  } catch (error) {
    if (error instanceof DirectoryError) return null
    throw error
  }
}
