/** Parses the name of an organization in the registry. */
import { cellTextInCapitals } from '../read/cell-text.ts'

/** "Doing business as" before or after a name. */
const formNote = /^(?:D[./ ]?B[./ ]?A\b[.:]?\s*)+|\s+D[./ ]?B[./ ]?A\.?$/g

/** Texts that registrants enter instead of a name. */
const placeholders = new Set([
  'NONE',
  'N/A',
  'NA',
  'NULL',
  'NIL',
  'SAME',
  'SAME AS ABOVE',
  'NOT APPLICABLE',
  'UNKNOWN',
  'UNDEFINED',
  'NOT AVAILABLE',
  'TBD',
])

/** The name in capitals; null if the cell is empty or has a placeholder. */
export function parseOrganizationName(cell: string | undefined): string | null {
  const text = cellTextInCapitals(cell)
  const name = text === null ? null : (cellTextInCapitals(text.replaceAll(formNote, '')) ?? text)
  return name === null || placeholders.has(name.replace(/\.$/, '')) || /^X{3,}$/.test(name) ? null : name
}
