/** Turns rows into facts, and counts accepted and rejected rows. */
import type { FileReport } from './file-report.ts'

/** The reason to reject a line of JSON, and the path of its wrong member. */
export class Rejection {
  readonly reason: string
  readonly member: string

  constructor(reason: string, member: string) {
    this.reason = reason
    this.member = member
  }
}

/** Yields the facts of each batch that has any. `toFacts` returns one or more facts, or the reason to reject the row. */
export async function* acceptRows<Row extends { readonly line: number }, T extends object>(
  batches: AsyncIterable<readonly Row[]>,
  report: FileReport,
  toFacts: (row: Row) => T | readonly T[] | string | Rejection,
): AsyncGenerator<readonly T[]> {
  for await (const rows of batches) {
    const facts: T[] = []
    for (const row of rows) {
      const fact = toFacts(row)
      if (typeof fact === 'string') report.reject(fact, row.line)
      else if (fact instanceof Rejection) report.reject(fact.reason, row.line, fact.member)
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
