/** Names of organizations in the registry, freed of what is no name. */
import { cellTextInCapitals } from '../read/cell-text.ts'

/** "Doing business as" before or after a name, a note of the form that was filled in. */
const formNote = /^(?:D[./ ]?B[./ ]?A\b[.:]?\s*)+|\s+D[./ ]?B[./ ]?A\.?$/g

/** Entered where there is no name. */
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

/** In capitals; null when the cell says nothing, or that there is no name. */
export function parseOrganizationName(cell: string | undefined): string | null {
  const said = cellTextInCapitals(cell)
  const name = said === null ? null : (cellTextInCapitals(said.replaceAll(formNote, '')) ?? said)
  return name === null || placeholders.has(name.replace(/\.$/, '')) || /^X{3,}$/.test(name) ? null : name
}
