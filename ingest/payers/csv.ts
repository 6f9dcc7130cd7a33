/** What the operator knows of carriers: a CSV `code,name,kind,aliases`, the aliases separated by `|`. */
import { carrierKind, parseCarrierCode } from '@careatlas/directory/carrier'
import { InputRefused } from '../input-refused.ts'
import type { Column } from '../read/columns.ts'
import { readRows, type Row } from '../read/delimited.ts'
import { openFile } from '../read/open-file.ts'
import { said } from '../read/said.ts'
import { Tally } from '../tally.ts'

export interface Payer {
  readonly code: string
  readonly name: string
  readonly kind: 'payer_id' | 'program'
  readonly aliases: readonly string[]
}

const columns: readonly Column[] = [
  { names: ['code'] },
  { names: ['name'] },
  { names: ['kind'], optional: true },
  { names: ['aliases'], optional: true },
]

/**
 * A small file that somebody wrote by hand, so a wrong row is refused with its line and not counted.
 * An empty kind is told by the form of the code.
 *
 * @throws {InputRefused} for a row without a right code or a name, an unknown kind, a code given twice.
 */
export async function readPayers(path: string): Promise<readonly Payer[]> {
  await using file = await openFile(path)
  const tally = new Tally('payers', path)
  const payers = new Map<string, Payer>()
  for await (const rows of readRows(file.bytes, columns, tally)) {
    for (const row of rows) {
      const payer = payerOf(row, tally.file)
      if (payers.has(payer.code))
        throw wrong(tally.file, row.line, `gives the code ${payer.code} a second time`)
      payers.set(payer.code, payer)
    }
  }
  const line = Object.values(tally.toSourceFile().rejected)[0]?.first_lines[0]
  if (line !== undefined) throw wrong(tally.file, line, 'has a wrong number of cells or a misplaced quote')
  return [...payers.values()]
}

function payerOf({ line, cells }: Row, file: string): Payer {
  const [codeCell = '', nameCell, kindCell = '', aliases = ''] = cells
  const name = said(nameCell)
  if (name === null) throw wrong(file, line, 'has no name')
  const code = codeOf(codeCell, line, file)
  const kind = kindCell.trim() === '' ? carrierKind(code) : kindCell.trim()
  if (kind !== 'payer_id' && kind !== 'program')
    throw wrong(file, line, 'has a kind other than payer_id and program')
  return {
    code,
    name,
    kind,
    aliases: [
      ...new Set(
        aliases
          .split('|')
          .map(said)
          .filter((alias) => alias !== null),
      ),
    ],
  }
}

function codeOf(cell: string, line: number, file: string): string {
  try {
    return parseCarrierCode(cell)
  } catch (error) {
    throw wrong(file, line, 'has a code that is not 1 to 32 letters, digits, _ or -', error)
  }
}

function wrong(file: string, line: number, what: string, cause?: unknown): InputRefused {
  return new InputRefused(`${file} ${what} on line ${line}; correct that line.`, { cause })
}
