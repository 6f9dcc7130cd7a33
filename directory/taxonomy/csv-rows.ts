/** Comma-separated text (RFC 4180) as rows of cells, for the small files an operator hands over whole. */

/** The rows of `text`, whatever its line ends; throws an Error that names the first row whose quotes do not match. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  cellAndEnd.lastIndex = 0
  for (let end = ','; end === ',' || cellAndEnd.lastIndex < text.length;) {
    const match = cellAndEnd.exec(text)
    if (!match) throw new Error(`row ${rows.length + 1}: the quotes of a cell do not match`)
    const [, quoted, bare, endOfCell = ''] = match
    row.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    end = endOfCell
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** A cell in quotes (`""` is a quote; commas and line ends are text) or a bare one, and then what ends it. */
const cellAndEnd = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*)?)(,|\r?\n|\r|$)/y
