/** Parses the title of an organization's authorized official, without personal data. */
import { foldName } from '@careatlas/directory/person-name'
import { cellValue } from '../read/cell-text.ts'
import { cellAt } from './main-columns.ts'

/** `CEO`; null if the cell is empty, names the official (`JANE ROE, OWNER`) or has a number or an e-mail address. */
export function parseOfficialTitle(cells: readonly string[]): string | null {
  const title = cellValue(cells[cellAt.officialTitle])?.toUpperCase() ?? null
  if (title === null || /\d{3}|@/.test(title) || !/\p{L}{2}/u.test(title)) return null
  const words = new Set(foldName(title).split(' '))
  const names = [cells[cellAt.officialLast], cells[cellAt.officialFirst]]
  const isNamed = names
    .flatMap((name) => foldName(name ?? '').split(' '))
    .some((name) => name.length > 1 && words.has(name))
  return isNamed ? null : title
}
