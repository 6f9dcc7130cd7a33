/** Reads the official display names from the operator's copy of the NUCC code set, which the project may not distribute. */
import { basename } from 'node:path'
import { InputError } from './input-error.ts'
import type { Column } from './read/columns.ts'
import { readStrict } from './read/read-strict.ts'
import { cellText } from './read/cell-text.ts'

const columns: readonly Column[] = [{ names: ['Code'] }, { names: ['Display Name'] }]

/**
 * Taxonomy code → Display Name.
 *
 * @throws {InputError} for a file without both columns or without a code, and for a row that lacks its code or name.
 */
export async function readOfficialNames(path: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readStrict(path, columns, ([codeCell = '', nameCell]) => {
    const code = codeCell.trim()
    const name = cellText(nameCell)
    if (code === '' && name === null) return null
    if (!/^[0-9A-Z]{9}X$/.test(code)) return 'has no taxonomy code in "Code"'
    return name === null ? `has no "Display Name" of ${code}` : ([code, name] as const)
  })
  if (entries.length === 0)
    throw new InputError(
      `${basename(path)} has no row below its header; give a release of the NUCC code set.`,
    )
  return new Map(entries)
}
