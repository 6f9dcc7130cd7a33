/** The title of an organization's authorized official, without the person: neither a name nor a number to reach them. */
import { foldName } from '@careatlas/directory/person-name'
import { stated } from '../read/stated.ts'
import { cellAt } from './main-columns.ts'

/** `CEO`; null where the cell is empty, names the official (`JANE ROE, OWNER`) or holds a number or an address of mail. */
export function officialTitle(cells: readonly string[]): string | null {
  const title = stated(cells[cellAt.officialTitle])?.toUpperCase() ?? null
  if (title === null || /\d{3}|@/.test(title) || !/\p{L}{2}/u.test(title)) return null
  const words = new Set(foldName(title).split(' '))
  const names = [cells[cellAt.officialLast], cells[cellAt.officialFirst]]
  const isNamed = names
    .flatMap((name) => foldName(name ?? '').split(' '))
    .some((name) => name.length > 1 && words.has(name))
  return isNamed ? null : title
}
