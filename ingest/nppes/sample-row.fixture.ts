/** For tests: creates registry rows and files with the given cells; all others are empty. */
import { columnIndex, identifierCells, mainColumns, taxonomyCells } from './main-columns.ts'

export interface SampleRow extends Partial<Readonly<Record<keyof typeof columnIndex, string>>> {
  /** One tuple for each slot: code, license, license state, primary switch. */
  readonly taxonomies?: readonly (readonly [string, string?, string?, string?])[]
  /** One tuple for each slot: number, type, state, issuer. */
  readonly identifiers?: readonly (readonly [string, string?, string?, string?])[]
}

export function sampleCells({ taxonomies = [], identifiers = [], ...fields }: SampleRow): string[] {
  const cells = mainColumns.map(() => '')
  for (const [field, index] of Object.entries(columnIndex))
    cells[index] = (fields as Record<string, string>)[field] ?? ''
  for (const [slot, [code, license = '', state = '', primarySwitch = '']] of taxonomies.entries()) {
    const slotColumns = taxonomyCells[slot]
    if (slotColumns === undefined) throw new RangeError(`A row has only ${taxonomyCells.length} slots`)
    cells[slotColumns.code] = code
    cells[slotColumns.license] = license
    cells[slotColumns.licenseState] = state
    cells[slotColumns.primarySwitch] = primarySwitch
  }
  for (const [slot, [number, type = '01', state = '', issuer = '']] of identifiers.entries()) {
    const slotColumns = identifierCells[slot]!
    cells[slotColumns.number] = number
    cells[slotColumns.type] = type
    cells[slotColumns.state] = state
    cells[slotColumns.issuer] = issuer
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
