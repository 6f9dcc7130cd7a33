/** What the operator knows of carriers: a CSV `code,name,kind,aliases`, the aliases separated by `|`. */
import { carrierCodeShape } from '@careatlas/contract/carrier-code'
import { CarrierKind } from '@careatlas/contract/envelopes'
import { carrierKind, parseCarrierCode } from '@careatlas/directory/carrier'
import type { Column } from './read/columns.ts'
import { readEveryRow } from './read/every-row.ts'
import { said } from './read/said.ts'

export interface Payer {
  readonly code: string
  readonly name: string
  readonly kind: CarrierKind
  readonly aliases: readonly string[]
}

const columns: readonly Column[] = [
  { names: ['code'] },
  { names: ['name'] },
  { names: ['kind'], optional: true },
  { names: ['aliases'], optional: true },
]

/**
 * Every payer of the file; an empty kind is told by the form of the code.
 *
 * @throws {InputRefused} for a row without a right code or a name, an unknown kind, a code given twice.
 */
export async function readPayers(path: string): Promise<readonly Payer[]> {
  const seen = new Set<string>()
  return readEveryRow(path, columns, (cells) => {
    const payer = payerOf(cells)
    if (typeof payer === 'string') return payer
    if (seen.has(payer.code)) return `gives the code ${payer.code} a second time`
    seen.add(payer.code)
    return payer
  })
}

/** The payer, or what is wrong with the row. */
function payerOf([codeCell = '', nameCell, kindCell = '', aliases = '']: readonly string[]): Payer | string {
  const name = said(nameCell)
  if (name === null) return 'has no name'
  const code = parseCarrierCode(codeCell)
  if (code === null) return `has a code that is not ${carrierCodeShape}`
  const kind = CarrierKind.safeParse(kindCell.trim() || carrierKind(code))
  if (!kind.success) return `has a kind other than ${CarrierKind.options.join(' and ')}`
  return {
    code,
    name,
    kind: kind.data,
    aliases: [...new Set(aliases.split('|').map(said))].filter((alias) => alias !== null),
  }
}
