/** Reads the rows of a sheet (ECMA-376 part 1, section 18.3.1.73) with any type of cell. */
import { CellTextBuilder } from './cell-text-builder.ts'
import { type XmlEvent, readXmlEvents } from './xml-events.ts'

/** A date is a number; the reader of a column knows whether it has dates. Null is an empty cell. */
export type SheetCell = string | number | null

export interface SheetRow {
  /** The row number in the spreadsheet, from 1. */
  readonly line: number
  /** By position; a row may have fewer cells than the header. */
  readonly cells: readonly SheetCell[]
}

/** No sheet that the directory reads is wider; later columns are ignored. */
const columnsMax = 64

/**
 * Yields the rows of the sheet in batches.
 *
 * `file` is the base name for messages.
 *
 * @throws {InputError} when the sheet is damaged.
 */
export async function* readSheetRows(
  bytes: AsyncIterable<Buffer>,
  strings: readonly string[],
  file: string,
): AsyncGenerator<readonly SheetRow[]> {
  const rowBuilder = new SheetRowBuilder(strings)
  for await (const events of readXmlEvents(bytes, file)) {
    const rows: SheetRow[] = []
    for (const event of events) {
      const row = rowBuilder.addEvent(event)
      if (row !== null) rows.push(row)
    }
    if (rows.length > 0) yield rows
  }
}

class SheetRowBuilder {
  readonly #strings: readonly string[]
  readonly #text = new CellTextBuilder()
  #line = 0
  #cells: SheetCell[] = []
  #column = -1
  #type = ''

  constructor(strings: readonly string[]) {
    this.#strings = strings
  }

  /** The row that this event completes, else null. */
  addEvent(event: XmlEvent): SheetRow | null {
    this.#text.addEvent(event)
    if (event.kind === 'open') this.#open(event.name, event.attributes)
    else if (event.kind === 'close') {
      if (event.name === 'c') this.#endCell()
      if (event.name === 'row') return { line: this.#line, cells: this.#cells }
    }
    return null
  }

  /** A row or a cell without a position follows the previous one. */
  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#line = parseRowNumber(attributes['r']) ?? this.#line + 1
      this.#cells = []
      this.#column = -1
    } else if (name === 'c') {
      this.#column = parseColumn(attributes['r']) ?? this.#column + 1
      this.#type = attributes['t'] ?? 'n'
      this.#text.takeText()
    }
  }

  #endCell(): void {
    const cell = this.#parseCell(this.#text.takeText())
    if (cell === null || this.#column >= columnsMax) return
    while (this.#cells.length < this.#column) this.#cells.push(null)
    this.#cells[this.#column] = cell
  }

  /** Depends on the type of the cell (section 18.18.11); types that are not listed here contain their own text. */
  #parseCell(value: string): SheetCell {
    const text = this.#type === 's' && value !== '' ? this.#strings[Number(value)] : value
    if (text === undefined || text === '') return null
    if (this.#type !== 'n') return text
    const number = Number(text)
    return Number.isFinite(number) ? number : text
  }
}

function parseRowNumber(reference: string | undefined): number | null {
  return reference !== undefined && /^[1-9]\d{0,6}$/.test(reference) ? Number(reference) : null
}

/** `B3` → 1. The last column of the widest sheet is XFD. */
function parseColumn(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  return Buffer.from(letters).reduce((column, letter) => column * 26 + letter - 64, 0) - 1
}
