/** For tests: creates registry rows and files with the given cells; all others are empty. */
import { cellAt, identifierCells, mainColumns, taxonomyCells } from './main-columns.ts'

export interface SampleRow extends Partial<Readonly<Record<keyof typeof cellAt, string>>> {
  /** One tuple for each slot: code, license, license state, primary switch. */
  readonly taxonomies?: readonly (readonly [string, string?, string?, string?])[]
  /** One tuple for each slot: number, type, state, issuer. */
  readonly identifiers?: readonly (readonly [string, string?, string?, string?])[]
}

export function sampleCells({ taxonomies = [], identifiers = [], ...fields }: SampleRow): string[] {
  const cells = mainColumns.map(() => '')
  for (const [field, at] of Object.entries(cellAt))
    cells[at] = (fields as Record<string, string>)[field] ?? ''
  for (const [slot, [code, license = '', state = '', primarySwitch = '']] of taxonomies.entries()) {
    const at = taxonomyCells[slot]
    if (at === undefined) throw new RangeError(`A row has only ${taxonomyCells.length} slots`)
    cells[at.code] = code
    cells[at.license] = license
    cells[at.licenseState] = state
    cells[at.primarySwitch] = primarySwitch
  }
  for (const [slot, [number, type = '01', state = '', issuer = '']] of identifiers.entries()) {
    const at = identifierCells[slot]!
    cells[at.number] = number
    cells[at.type] = type
    cells[at.state] = state
    cells[at.issuer] = issuer
  }
  return cells
}

/** The text of a main registry file with these rows. */
export function sampleFile(rows: readonly SampleRow[]): string {
  const lines = [mainColumns.map((column) => column.names[0]), ...rows.map(sampleCells)]
  return lines
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`)
    .join('')
}
