/** The text of a cell, or null if the cell has a placeholder, a mask or no value. */
import { listPlaceholders } from './placeholders.ts'

/**
 * The text with collapsed blanks; null if the cell has no content. The registry writes `<UNAVAIL>` for withheld values; a text
 * without a letter or digit (`$$$$$$$$$`, `=========`, `--`) is a mask or a typing error.
 */
export function cellText(cell: string | undefined): string | null {
  if (cell === undefined || cell === '' || cell === '<UNAVAIL>') return null
  const text = /^\s|\s$|\s\s/.test(cell) ? cell.trim().replaceAll(/\s+/g, ' ') : cell
  return text !== '<UNAVAIL>' && /[\p{L}\p{N}]/u.test(text) ? text : null
}

/** `cellText` in capitals, as the registry writes names and addresses. */
export function cellTextInCapitals(cell: string | undefined): string | null {
  return cellText(cell)?.toUpperCase() ?? null
}

/** How spreadsheets, data frames, forms and CMS tables write an empty cell. */
const emptyCellTexts = listPlaceholders('cell')

/** `cellText` for files other than the registry: also null for `N/A`, `NaN` and similar marks. */
export function cellValue(cell: string | undefined): string | null {
  const text = cellText(cell)
  return text === null || emptyCellTexts.has(text.toLowerCase()) ? null : text
}
