/** A whole delimited file turned into facts: opened, cut into rows, each row taken or rejected with a reason. */
import { InputError } from '../input-error.ts'
import type { FileReport } from './file-report.ts'
import type { Column } from './columns.ts'
import { readRows, type Row } from './delimited.ts'
import { openFile, type OpenOptions, requireUndamaged } from './open-file.ts'
import { acceptRows } from './accept-rows.ts'

/** @throws {InputError} when the file cannot be used at all; a row that cannot be used is counted in the report. */
export async function* readDelimitedFile<T extends object>(
  path: string,
  columns: readonly Column[],
  report: FileReport,
  options: OpenOptions,
  /** Returns one or more facts, or the reason to reject the row. */
  factOf: (row: Row) => T | readonly T[] | string,
): AsyncGenerator<readonly T[]> {
  await using file = await openFile(path, options)
  report.setMemberName(file.name)
  try {
    yield* acceptRows(readRows(file.bytes, columns, report), report, factOf)
  } catch (error) {
    if (error instanceof InputError) await requireUndamaged(path, options)
    throw error
  }
}
