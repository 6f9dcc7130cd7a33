/** A whole delimited file turned into facts: opened, cut into rows, each row taken or rejected with a reason. */
import { InputRefused } from '../input-refused.ts'
import type { Tally } from './tally.ts'
import type { Column } from './columns.ts'
import { readRows, type Row } from './delimited.ts'
import { openFile, type OpenedFile, type OpenOptions, refuseDamaged } from './open-file.ts'

/** @throws {InputRefused} when the file cannot be used at all; a row that cannot be used is counted in the tally. */
export async function* readDelimitedFile<T extends object>(
  path: string,
  columns: readonly Column[],
  tally: Tally,
  options: OpenOptions,
  /** Returns the fact, or the reason to reject the row. */
  factOf: (row: Row) => T | string,
): AsyncGenerator<readonly T[]> {
  await using file = await openFile(path, options)
  tally.openedAs(file.name)
  try {
    yield* factsIn(file, columns, tally, factOf)
  } catch (error) {
    if (error instanceof InputRefused) await refuseDamaged(path, options)
    throw error
  }
}

async function* factsIn<T extends object>(
  file: OpenedFile,
  columns: readonly Column[],
  tally: Tally,
  factOf: (row: Row) => T | string,
): AsyncGenerator<readonly T[]> {
  for await (const rows of readRows(file.bytes, columns, tally)) {
    const facts: T[] = []
    for (const row of rows) {
      const fact = factOf(row)
      if (typeof fact === 'string') tally.reject(fact, row.line)
      else {
        tally.accept()
        facts.push(fact)
      }
    }
    if (facts.length > 0) yield facts
  }
}
