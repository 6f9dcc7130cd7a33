/** Parses the name of an organization in the registry, and the title of its authorized official without personal data. */
import { foldName } from '@careatlas/directory/person-name'
import { cellTextInCapitals, cellValue } from '../read/cell-text.ts'
import { listPlaceholders } from '../read/placeholders.ts'
import { columnIndex } from './main-columns.ts'

/** "Doing business as" before or after a name. */
const dbaPattern = /^(?:D[./ ]?B[./ ]?A\b[.:]?\s*)+|\s+D[./ ]?B[./ ]?A\.?$/g

/** Texts that registrants enter instead of a name. */
const placeholders = listPlaceholders('organization')

/** The name in capitals; null if the cell is empty or has a placeholder. */
export function parseOrganizationName(cell: string | undefined): string | null {
  const text = cellTextInCapitals(cell)
  const name = text === null ? null : (cellTextInCapitals(text.replaceAll(dbaPattern, '')) ?? text)
  return name === null || placeholders.has(name.replace(/\.$/, '')) || /^X{3,}$/.test(name) ? null : name
}

/** `CEO`; null if the cell is empty, names the official (`JANE ROE, OWNER`) or has a number or an e-mail address. */
export function parseOfficialTitle(cells: readonly string[]): string | null {
  const title = cellValue(cells[columnIndex.officialTitle])?.toUpperCase() ?? null
  if (title === null || /\d{3}|@/.test(title) || !/\p{L}{2}/u.test(title)) return null
  const words = new Set(foldName(title).split(' '))
  const names = [cells[columnIndex.officialLast], cells[columnIndex.officialFirst]]
  const isNamed = names
    .flatMap((name) => foldName(name ?? '').split(' '))
    .some((name) => name.length > 1 && words.has(name))
  return isNamed ? null : title
}
