/** Empties cells with links or instructions, which anyone can register, before the row is parsed. */
import type { Provenance, UnfitText, UnfitTexts } from '../facts/facts.ts'
import type { Row } from './delimited.ts'
import { hasNoSign, unfitness, unfitText } from './plain-text.ts'
import type { Tally } from './tally.ts'
import type { TextKind } from './telephone-in-text.ts'

/** Cells that a card shows side by side, checked together because a link or an instruction may span them. */
export interface CellGroup {
  readonly kind: TextKind
  readonly cells: readonly { readonly at: number; readonly field: string }[]
}

interface FitCells {
  readonly cells: readonly string[]
  /** The original texts of the emptied cells. */
  readonly unfit: readonly UnfitText[]
}

/** The groups of a kind of file, and the columns of each kind of text. */
export interface UntrustedCells {
  readonly groups: readonly CellGroup[]
  readonly columns: readonly { readonly kind: TextKind; readonly at: readonly number[] }[]
}

export function untrusted(groups: readonly CellGroup[]): UntrustedCells {
  const byKind = Map.groupBy(groups, ({ kind }) => kind)
  return {
    groups,
    columns: Array.from(byKind, ([kind, ofKind]) => ({
      kind,
      at: ofKind.flatMap(({ cells }) => cells.map(({ at }) => at)),
    })),
  }
}

/** The cells of the row, with the unfit ones of `among` empty. */
export function withoutUnfitCells({ cells, written }: Row, { groups, columns }: UntrustedCells): FitCells {
  // Nearly all rows end here, without a test of each group.
  if (columns.every(({ kind, at }) => hasNoSign(joined(cells, at, ' / '), kind))) return { cells, unfit: [] }
  const found = groups.flatMap((group) => unfitIn(group, cells))
  if (found.length === 0) return { cells, unfit: [] }
  const emptied = cells.slice()
  for (const { at } of found) emptied[at] = ''
  return {
    cells: emptied,
    unfit: found.map(({ at, field }) => ({ field, text: written?.get(at) ?? cells[at]! })),
  }
}

/** The cells that are unfit by themselves, and all others of the group if these are unfit together. */
function unfitIn({ kind, cells: places }: CellGroup, cells: readonly string[]): CellGroup['cells'] {
  if (hasNoSign(together(places, cells), kind)) return []
  const bad = places.filter(({ at }) => !isFit(cells[at]!, kind))
  const others = places.filter((place) => !bad.includes(place) && cells[place.at] !== '')
  return others.length < 2 || isFit(together(others, cells), kind) ? bad : [...bad, ...others]
}

function together(places: CellGroup['cells'], cells: readonly string[]): string {
  return joined(
    cells,
    places.map(({ at }) => at),
    ' ',
  )
}

/** The cells that have content. */
function joined(cells: readonly string[], columns: readonly number[], separator: string): string {
  let text = ''
  for (const at of columns) {
    const cell = cells[at]!
    if (cell !== '' && !isMask(cell)) text = text === '' ? cell : text + separator + cell
  }
  return text
}

/** A mask (`=========`) or a placeholder has no content to check. */
function isMask(cell: string): boolean {
  return /^[^A-Z\d]/i.test(cell) && (cell === '<UNAVAIL>' || !/[\p{L}\p{N}]/u.test(cell))
}

function isFit(text: string, kind: TextKind): boolean {
  return unfitness(text, kind) === null || isMask(text)
}

/** The fact with the texts left out of a row, which the tally counts; null if there are none. */
export function leftOut(
  npi: string,
  texts: readonly UnfitText[],
  { source, asOf }: Provenance,
  line: number,
  tally: Tally,
): UnfitTexts | null {
  if (texts.length === 0) return null
  tally.leaveOut(unfitText, line)
  return { kind: 'unfit_text', npi, texts, source, asOf }
}
