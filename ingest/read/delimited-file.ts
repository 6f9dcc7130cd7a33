/** Reads a whole CSV file into facts: each row is accepted or rejected with a reason. */
import { InputError } from '../input-error.ts'
import type { FileReport } from './file-report.ts'
import type { Column } from './columns.ts'
import { readRows, type Row } from './delimited.ts'
import { openFile, type OpenOptions, requireUndamaged } from './open-file.ts'
import { acceptRows } from './accept-rows.ts'

/** The report counts rejected rows. @throws {InputError} when the file cannot be used at all. */
export async function* readDelimitedFile<T extends object>(
  path: string,
  columns: readonly Column[],
  report: FileReport,
  options: OpenOptions,
  /** Returns one or more facts, or the reason to reject the row. */
  toFacts: (row: Row) => T | readonly T[] | string,
): AsyncGenerator<readonly T[]> {
  await using file = await openFile(path, options)
  report.setMemberName(file.name)
  try {
    yield* acceptRows(readRows(file.bytes, columns, report), report, toFacts)
  } catch (error) {
    if (error instanceof InputError) await requireUndamaged(path, options)
    throw error
  }
}
