/** The reasons to reject a row of a network file. Payers list NPIs that do not exist, so a single row never rejects the file. */
import { InputError } from '../input-error.ts'
import type { FileReport } from '../read/file-report.ts'

export const networkRejections = {
  npi: 'bad_npi',
  code: 'bad_carrier_code',
  date: 'bad_date',
  /** An element, a line or a resource of another kind than those of the file. */
  record: 'invalid_record',
  /** A resource that is inactive, or whose period is over. */
  inactive: 'inactive',
  /** A rate or a role refers to a group, a practitioner or an organization that none of the files has. */
  reference: 'unknown_reference',
  /** A group is in a separate file that was not given. */
  file: 'missing_reference_file',
} as const

/**
 * Rejects a file that is not a network file. A network without a usable provider is reported by its counts only.
 *
 * @throws {InputError} when the file has no rows, or only rows of another kind.
 */
export function requireNetworkRecords(report: FileReport): void {
  const { rows: invalid } = report.rejectionsFor(networkRejections.record)
  if (report.rows > invalid) return
  const what = invalid === 0 ? 'lists no provider' : `has no record of a network among ${invalid}`
  throw new InputError(`${report.file} ${what}; give the file that lists the providers of the network.`)
}
