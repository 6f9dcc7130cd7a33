/** Reads the operator's names of carriers: a CSV `code,name,kind,aliases`, with aliases separated by `|` or `;`. */
import { carrierCodeShape } from '@careatlas/contract/carrier-code'
import { CarrierKind } from '@careatlas/contract/envelopes'
import { carrierKind, parseCarrierCode } from '@careatlas/directory/carrier'
import type { IngestProgress } from './progress.ts'
import type { Column } from './read/columns.ts'
import { describeReasons } from './read/describe-reasons.ts'
import { FileReport } from './read/file-report.ts'
import { isPlainText, unfitTextReason } from './read/plain-text.ts'
import { readStrict } from './read/read-strict.ts'
import { cellText } from './read/cell-text.ts'

export interface Payer {
  readonly code: string
  readonly name: string
  readonly kind: CarrierKind
  readonly aliases: readonly string[]
}

const columns: readonly Column[] = [
  { names: ['code', 'id', 'payer_id'] },
  { names: ['name'] },
  { names: ['kind'], optional: true },
  { names: ['aliases'], optional: true },
]

/**
 * All payers, in the order of their first rows. If a code has several rows, the first name is the name, and the others are
 * aliases. A name with a link, a telephone number, markup or an instruction is left out; a payer without another name has its
 * code as its name, and `progress` receives the number of such rows. Without a kind, the form of the code decides.
 *
 * @throws {InputError} for a row without a valid code or a name, with an unknown kind, or with another kind than an earlier row.
 */
export async function readPayers(
  path: string,
  progress: Pick<IngestProgress, 'note'>,
): Promise<readonly Payer[]> {
  const payers = new Map<string, PayerRow>()
  const report = new FileReport('', path)
  await readStrict(path, columns, (cells, line) => {
    const row = parseRow(cells)
    if (typeof row === 'string') return row
    if (row.hasUnfitName) report.leaveOut(unfitTextReason, line)
    const existing = payers.get(row.code)
    if (existing?.kind && row.kind && existing.kind !== row.kind)
      return `gives the code ${row.code} the kind ${row.kind} after ${existing.kind}`
    if (existing === undefined) payers.set(row.code, row)
    else mergeRow(existing, row)
    return null
  })
  const leftOut = describeReasons(report.leftOut)
  if (leftOut !== '') progress.note(`${report.file}: names left out: ${leftOut}`)
  return [...payers.values()].map(({ code, name, kind, aliases }) => {
    return {
      code,
      name,
      kind: kind ?? carrierKind(code),
      aliases: [...aliases].filter((alias) => alias !== name),
    }
  })
}

/** The merged rows of one code; `kind` is null if no row has it. */
interface PayerRow {
  readonly code: string
  readonly name: string
  kind: CarrierKind | null
  readonly aliases: Set<string>
  readonly hasUnfitName: boolean
}

function mergeRow(existing: PayerRow, row: PayerRow): void {
  existing.kind ??= row.kind
  for (const name of [row.name, ...row.aliases]) existing.aliases.add(name)
}

/** The row, or its defect as a clause. */
function parseRow([codeCell = '', nameCell, kindCell = '', aliases = '']: readonly string[]):
  | PayerRow
  | string {
  const name = cellText(nameCell)
  if (name === null) return 'has no name'
  const code = parseCarrierCode(codeCell)
  if (code === null) return `has a code that is not ${carrierCodeShape}`
  const kind = CarrierKind.nullable().safeParse(kindCell.trim() || null)
  if (!kind.success) return `has a kind other than ${CarrierKind.options.join(' and ')}`
  const otherNames = aliases
    .split(/[|;]/)
    .map(cellText)
    .filter((alias) => alias !== null)
  const names = [name, ...otherNames]
  const plainNames = names.filter(isPlainText)
  const [shown = code, ...otherShown] = plainNames
  return {
    code,
    name: shown,
    kind: kind.data,
    aliases: new Set(otherShown),
    hasUnfitName: plainNames.length < names.length,
  }
}
