/** Empties cells with links or instructions before the row is parsed, because anyone can register such texts. */
import type { Provenance, UnfitText, UnfitTexts } from './facts.ts'
import type { Row } from '../read/delimited.ts'
import { blankInvisible } from '@careatlas/directory/strip-invisible'
import { isClearlyPlain, findTextDefect, unfitTextReason } from '../read/plain-text.ts'
import type { FileReport } from '../read/file-report.ts'
import type { TextKind } from '../read/telephone-in-text.ts'

/** Cells that a card shows next to each other. They are checked together, because a link or an instruction may span them. */
export interface CellGroup {
  readonly kind: TextKind
  readonly cells: readonly { readonly at: number; readonly field: string }[]
}

interface FitCells {
  readonly cells: readonly string[]
  /** The original texts of the emptied cells. */
  readonly unfit: readonly UnfitText[]
}

/** The cell groups of a kind of file, and the group of each column. */
export interface ColumnGroups {
  readonly groups: readonly CellGroup[]
  readonly columns: Uint16Array
  readonly groupOf: Uint16Array
}

export function indexCellGroups(groups: readonly CellGroup[]): ColumnGroups {
  const columns = groups.flatMap(({ cells }, group) => cells.map(({ at }) => ({ at, group })))
  return {
    groups,
    columns: Uint16Array.from(columns, ({ at }) => at),
    groupOf: Uint16Array.from(columns, ({ group }) => group),
  }
}

/** The cells of the row, with the unfit cells of `columnGroups` emptied. */
export function removeUnfitCells({ cells, originals }: Row, columnGroups: ColumnGroups): FitCells {
  let emptied: string[] | null = null
  const unfit: UnfitText[] = []
  const parted = originals && partWords(cells, originals)
  for (const group of listFilledGroups(cells, columnGroups)) {
    const found = findUnfitCells(group, cells)
    for (const { at, field } of parted ? new Set([...found, ...findUnfitCells(group, parted)]) : found) {
      emptied ??= cells.slice()
      emptied[at] = ''
      unfit.push({ field, text: originals?.get(at) ?? cells[at]! })
    }
  }
  return { cells: emptied ?? cells, unfit }
}

/** The cells as a program reads them that takes invisible characters for blanks: `IGNORE\u00adPREVIOUS` is two words. */
function partWords(cells: readonly string[], originals: ReadonlyMap<number, string>): readonly string[] {
  return cells.map((cell, at) => (originals.has(at) ? blankInvisible(originals.get(at)!) : cell))
}

function listFilledGroups(
  cells: readonly string[],
  { groups, columns, groupOf }: ColumnGroups,
): readonly CellGroup[] {
  const filled: CellGroup[] = []
  let lastGroup = -1
  for (let slot = 0; slot < columns.length; slot++) {
    if (cells[columns[slot]!] === '' || groupOf[slot] === lastGroup) continue
    lastGroup = groupOf[slot]!
    filled.push(groups[lastGroup]!)
  }
  return filled
}

/** The cells that are unfit individually, and all others of the group if those are unfit together. */
function findUnfitCells(
  { kind, cells: groupCells }: CellGroup,
  cells: readonly string[],
): CellGroup['cells'] {
  if (isClearlyPlain(joinCells(groupCells, cells), kind)) return []
  const unfitCells = groupCells.filter(({ at }) => !isFit(cells[at]!, kind))
  const others = groupCells.filter((cell) => !unfitCells.includes(cell) && cells[cell.at] !== '')
  return others.length < 2 || isFit(joinCells(others, cells), kind) ? unfitCells : [...unfitCells, ...others]
}

function joinCells(groupCells: CellGroup['cells'], cells: readonly string[]): string {
  let text = ''
  for (const { at } of groupCells) {
    const cell = cells[at]!
    if (cell !== '' && !isMask(cell)) text = text === '' ? cell : `${text} ${cell}`
  }
  return text
}

/** Masks (`=========`) and placeholders have no content to check. */
function isMask(cell: string): boolean {
  return /^[^A-Z\d]/i.test(cell) && (cell === '<UNAVAIL>' || !/[\p{L}\p{N}]/u.test(cell))
}

function isFit(text: string, kind: TextKind): boolean {
  return findTextDefect(text, kind) === null || isMask(text)
}

/** Counts the omitted texts of a row, and returns a fact with them; null if there are none. */
export function recordUnfitTexts(
  npi: string,
  texts: readonly UnfitText[],
  { source, asOf }: Provenance,
  line: number,
  report: FileReport,
): UnfitTexts | null {
  if (texts.length === 0) return null
  report.leaveOut(unfitTextReason, line)
  return { kind: 'unfit_text', npi, texts, source, asOf }
}
