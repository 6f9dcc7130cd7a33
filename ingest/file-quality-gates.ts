/** Rejects files by their share of rejected rows. */
import { InputError } from './input-error.ts'
import { describeReasons } from './read/describe-reasons.ts'
import type { FileReport } from './read/file-report.ts'

/** A file with more rejected rows than both limits is not the expected file; a share alone means little for a small file. */
const rejectedMax = { share: 0.01, rows: 100 } as const

/** @throws {InputError} when no row of the file was accepted. */
export function requireAcceptedRows(report: FileReport): void {
  if (report.accepted > 0) return
  if (report.rows === 0) throw new InputError(`${report.file} has no rows; give the file with the data.`)
  throw new InputError(
    `${report.file} has no usable row among ${report.rows} (${describeRejections(report)}); use the file as downloaded.`,
  )
}

/**
 * Like `requireAcceptedRows`, but accepts a list with only invalid NPIs, which is still a list of NPIs.
 *
 * @throws {InputError} when no row was accepted, and none was rejected for its NPI.
 */
export function requireNpiRows(report: FileReport): void {
  if (report.rejectionsFor(badNpiReason).rows === 0) requireAcceptedRows(report)
}

/** The reason to reject a row whose NPI is not ten digits or fails its check digit. */
export const badNpiReason = 'bad_npi'

/** @throws {InputError} when more than 1% of the rows and more than 100 rows were rejected. */
export function requireFewRejections(report: FileReport): void {
  const rows = report.rows - report.accepted
  if (rows <= rejectedMax.rows || rows <= report.rows * rejectedMax.share) return
  throw new InputError(
    `${report.file} has ${rows} unusable rows among ${report.rows} (${describeRejections(report)}); use the file as downloaded.`,
  )
}

export function describeRejections(report: FileReport): string {
  return describeReasons(report.toSourceFile().rejected)
}
