/** The official display names, read from the operator's own copy of the NUCC code set: they are not ours to ship. */
import { csvRows } from './csv-rows.ts'

/**
 * `csv` is the text of a NUCC release: a header line, then a row per code. Columns are found by name, so a later
 * release with more of them is read too. Returns code → Display Name; throws an Error that says what is missing.
 */
export function readOfficialNames(csv: string): Map<string, string> {
  const [header = [], ...rows] = csvRows(csv.replace(/^\uFEFF/, ''))
  const codeColumn = columnOf('Code', header)
  const nameColumn = columnOf('Display Name', header)
  const names = new Map<string, string>()
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue
    const code = row[codeColumn]?.trim() ?? ''
    const name = row[nameColumn]?.trim() ?? ''
    if (!/^[0-9A-Z]{9}X$/.test(code))
      throw new Error(`NUCC file, row ${index + 2}: "Code" holds no taxonomy code`)
    if (name === '') throw new Error(`NUCC file, row ${index + 2}: ${code} has no "Display Name"`)
    names.set(code, name)
  }
  if (names.size === 0) throw new Error('NUCC file: no row follows the header line')
  return names
}

function columnOf(name: string, header: readonly string[]): number {
  const column = header.findIndex((cell) => cell.trim() === name)
  if (column < 0) throw new Error(`NUCC file: the header line has no column "${name}"`)
  return column
}
