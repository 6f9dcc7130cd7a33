/** Formats rows of cells as lines of text; each column is as wide as its widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** The width of a terminal that is not very narrow. */
const lineCharsMax = 100

/** Splits a text into lines of at most 100 characters, unless a word is longer; it indents all but the first by four spaces. */
export function wrapLine(text: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=\S) /)) {
    if (line !== '' && line.length + 1 + word.length > lineCharsMax) {
      lines.push(line)
      line = `    ${word}`
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
