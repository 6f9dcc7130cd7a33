/** Rows become facts or are rejected with a reason: the one place that counts both. */
import type { FileReport } from './file-report.ts'

/** Yields the facts of each batch that has any. `factOf` returns one or more facts, or the reason to reject the row. */
export async function* acceptRows<Row extends { readonly line: number }, T extends object>(
  batches: AsyncIterable<readonly Row[]>,
  report: FileReport,
  factOf: (row: Row) => T | readonly T[] | string,
): AsyncGenerator<readonly T[]> {
  for await (const rows of batches) {
    const facts: T[] = []
    for (const row of rows) {
      const fact = factOf(row)
      if (typeof fact === 'string') report.reject(fact, row.line)
      else {
        report.accept()
        if (isList(fact)) facts.push(...fact)
        else facts.push(fact)
      }
    }
    if (facts.length > 0) yield facts
  }
}

function isList<T extends object>(fact: T | readonly T[]): fact is readonly T[] {
  return Array.isArray(fact)
}
