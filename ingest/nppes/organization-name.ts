/** Names of organizations in the registry, freed of what is no name. */
import { saidInCapitals } from '../read/said.ts'

/** "Doing business as" before or after a name, a note of the form that was filled in. */
const formNote = /^(?:D[./ ]?B[./ ]?A\b[.:]?\s*)+|\s+D[./ ]?B[./ ]?A\.?$/g

/** Entered where there is no such name. */
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
])

/** In capitals; null when the cell says nothing. */
export function organizationName(cell: string | undefined): string | null {
  const name = saidInCapitals(cell)
  return name === null ? null : (saidInCapitals(name.replaceAll(formNote, '')) ?? name)
}

/** A name besides the legal one; null also where it says that there is none. */
export function otherOrganizationName(cell: string | undefined): string | null {
  const name = organizationName(cell)
  return name === null || placeholders.has(name.replace(/\.$/, '')) ? null : name
}
