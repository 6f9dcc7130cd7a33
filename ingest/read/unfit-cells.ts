/** Cells that anybody can fill in: those that point elsewhere are emptied before anything is read from the row. */
import type { Provenance, UnfitText, UnfitTexts } from '../facts/facts.ts'
import type { Row } from './delimited.ts'
import { unfitness, unfitText } from './plain-text.ts'
import type { Tally } from './tally.ts'
import type { TextKind } from './telephone-in-text.ts'

/** Cells that a card shows side by side: what none of them says alone they may say together. */
export interface CellGroup {
  readonly kind: TextKind
  readonly cells: readonly { readonly at: number; readonly field: string }[]
}

interface FitCells {
  readonly cells: readonly string[]
  /** What was in the emptied cells, as written. */
  readonly unfit: readonly UnfitText[]
}

export function withoutUnfitCells({ cells, written }: Row, groups: readonly CellGroup[]): FitCells {
  let emptied: string[] | null = null
  const unfit: UnfitText[] = []
  for (const group of groups) {
    if (areEmpty(group, cells)) continue
    for (const { at, field } of unfitIn(group, cells)) {
      emptied ??= cells.slice()
      emptied[at] = ''
      unfit.push({ field, text: written?.get(at) ?? cells[at]! })
    }
  }
  return { cells: emptied ?? cells, unfit }
}

/** As nearly all groups of a row are: 50 slots of further numbers, 15 of licenses. */
function areEmpty({ cells: places }: CellGroup, cells: readonly string[]): boolean {
  for (let place = 0; place < places.length; place++) if (cells[places[place]!.at] !== '') return false
  return true
}

function unfitIn({ kind, cells: places }: CellGroup, cells: readonly string[]): CellGroup['cells'] {
  const text = together(places, cells)
  if (text === '' || isFit(text, kind)) return []
  const bad = places.filter(({ at }) => !isFit(cells[at]!, kind))
  return bad.length > 0 ? bad : places.filter(({ at }) => cells[at] !== '')
}

function together(places: CellGroup['cells'], cells: readonly string[]): string {
  let text = ''
  for (const { at } of places) {
    const cell = cells[at]!
    if (cell !== '' && !isMask(cell)) text = text === '' ? cell : `${text} ${cell}`
  }
  return text
}

/** A mask (`=========`) or a placeholder says nothing, so it says nothing wrong. */
function isMask(cell: string): boolean {
  return /^[^A-Z\d]/i.test(cell) && (cell === '<UNAVAIL>' || !/[\p{L}\p{N}]/u.test(cell))
}

function isFit(text: string, kind: TextKind): boolean {
  return unfitness(text, kind) === null || isMask(text)
}

/** The fact of what was left out of a row, counted in the tally; null where nothing was. */
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
