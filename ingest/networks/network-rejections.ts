/** Why a row of a network file is not used. Payers list NPIs that were never issued, so no single row is fatal. */
import { InputError } from '../input-error.ts'
import type { FileReport } from '../read/file-report.ts'

export const networkRejections = {
  npi: 'bad_npi',
  code: 'bad_carrier_code',
  date: 'bad_date',
  /** An element, a line or a resource that is not of the kind that the file holds. */
  record: 'invalid_record',
  /** A resource that is not in use: `active` is false, or its period is over. */
  inactive: 'inactive',
  /** A rate or a role names a group, a practitioner or an organization that none of the files describes. */
  reference: 'unknown_reference',
  /** A group lies in a file of its own that was not given. */
  file: 'missing_reference_file',
} as const

/**
 * Counts warn of a network without a usable provider; a file that is not a network file is rejected.
 *
 * @throws {InputError} when the file has no rows, or none that a network file has.
 */
export function requireNetworkRecords(report: FileReport): void {
  const { rows: foreign } = report.rejectionsFor(networkRejections.record)
  if (report.rows > foreign) return
  const what = foreign === 0 ? 'lists no provider' : `has no record of a network among ${foreign}`
  throw new InputError(`${report.file} ${what}; give the file that lists the providers of the network.`)
}
