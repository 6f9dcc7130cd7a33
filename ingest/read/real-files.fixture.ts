/** For tests: real source files next to the repository, if the machine has them, and a slow way to split them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The path of a file such as `nppes/pl_pfile_sample.csv`; null if the machine does not have it. */
export function findRealFile(name: string): string | null {
  const path = join(import.meta.dirname, '../../../shared/data', name)
  return existsSync(path) ? path : null
}

/** Splits a CSV into records with one regular expression, for comparison with the scanner. */
export function splitRecords(content: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  for (const [, cell = '', end] of content.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)) {
    if (cell === '' && end === '' && cells.length === 0) break
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === ',') continue
    records.push(cells)
    cells = []
  }
  return records
}
