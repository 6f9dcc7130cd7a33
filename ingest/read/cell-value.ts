/** What a cell of a file from elsewhere says, once the marks for "no value" are told from values. */
import { cellText } from './cell-text.ts'

/** How spreadsheets, data frames, forms and the tables of CMS write that a cell is empty. */
const blanks = new Set([
  'na',
  'n/a',
  'nan',
  'none',
  'null',
  'not available',
  'not applicable',
  'not stated',
  'unknown',
])

/** The text with blanks collapsed; null where it says nothing (`N/A`, `NaN`, `-`). */
export function cellValue(cell: string | undefined): string | null {
  const text = cellText(cell)
  return text === null || blanks.has(text.toLowerCase()) ? null : text
}
