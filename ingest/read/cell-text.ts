/** What a cell says, once placeholders and masks are told from values. */

/**
 * The text with blanks collapsed; null where it says nothing. `<UNAVAIL>` stands in the registry for what is
 * withheld, and a text without one letter or digit (`$$$$$$$$$`, `=========`, `--`) is a mask or a slip.
 */
export function cellText(cell: string | undefined): string | null {
  if (cell === undefined || cell === '' || cell === '<UNAVAIL>') return null
  const text = /^\s|\s$|\s\s/.test(cell) ? cell.trim().replaceAll(/\s+/g, ' ') : cell
  return text !== '<UNAVAIL>' && /[\p{L}\p{N}]/u.test(text) ? text : null
}

/** What the cell says, in capitals, as the registry writes names and addresses. */
export function cellTextInCapitals(cell: string | undefined): string | null {
  return cellText(cell)?.toUpperCase() ?? null
}
