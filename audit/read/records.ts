/** Splits a CSV file into records, and records into cells. */

const lineFeed = 10
const quote = 34

/** Whether to keep the record at `bytes[start, end)`; other records are not decoded. */
export type RecordFilter = (bytes: Buffer, start: number, end: number) => boolean

/** Yields the records of each chunk without their line ends, the header first. */
export async function* readRecords(
  chunks: AsyncIterable<Buffer>,
  isWanted: RecordFilter = () => true,
): AsyncGenerator<readonly string[]> {
  let rest: Buffer = Buffer.alloc(0)
  let isHeader = true
  const take = (bytes: Buffer, start: number, end: number): readonly string[] => {
    const stop = end > start && bytes[end - 1] === 13 ? end - 1 : end
    if (stop === start) return []
    if (!isHeader && !isWanted(bytes, start, stop)) return []
    isHeader = false
    return [decode(bytes, start, stop)]
  }
  for await (const chunk of chunks) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const records: string[] = []
    let start = 0
    let isQuoteOpen = false
    let searchStart = 0
    for (;;) {
      const end = bytes.indexOf(lineFeed, searchStart)
      if (end === -1) break
      if (hasOddQuotes(bytes, searchStart, end)) isQuoteOpen = !isQuoteOpen
      searchStart = end + 1
      if (isQuoteOpen) continue
      records.push(...take(bytes, start, end))
      start = searchStart
    }
    rest = bytes.subarray(start)
    if (records.length > 0) yield records
  }
  const last = take(rest, 0, rest.length)
  if (last.length > 0) yield last
}

function hasOddQuotes(bytes: Buffer, start: number, end: number): boolean {
  let isOdd = false
  for (let index = start; index < end; index++) if (bytes[index] === quote) isOdd = !isOdd
  return isOdd
}

/** Decodes UTF-8 or, if the bytes are not valid UTF-8, Latin-1, which older registry files use. */
function decode(bytes: Buffer, start: number, end: number): string {
  for (let index = start; index < end; index++) {
    if (bytes[index]! < 0x80) continue
    const text = bytes.toString('utf8', start, end)
    return text.includes('\ufffd') ? bytes.toString('latin1', start, end) : text.replace(/^\ufeff/, '')
  }
  return bytes.toString('latin1', start, end)
}

/** The cells of a record (RFC 4180); two quotes inside a quoted cell are one. */
export function splitCells(record: string): readonly string[] {
  if (!record.includes('"')) return record.split(',')
  if (record.startsWith('"') && record.endsWith('"') && !/[^,]""[^,]/.test(record)) {
    const cells = record.slice(1, -1).split('","')
    if (!cells.some((cell) => cell.includes('"'))) return cells
  }
  const cells: string[] = []
  let start = 0
  for (;;) {
    const [cell, end] =
      record[start] === '"' ? readQuotedCell(record, start + 1) : readPlainCell(record, start)
    cells.push(cell)
    if (end >= record.length) return cells
    start = end + 1
  }
}

function readPlainCell(record: string, start: number): readonly [string, number] {
  const comma = record.indexOf(',', start)
  const end = comma === -1 ? record.length : comma
  return [record.slice(start, end), end]
}

function readQuotedCell(record: string, start: number): readonly [string, number] {
  let cell = ''
  for (;;) {
    const end = record.indexOf('"', start)
    if (end === -1) return [cell + record.slice(start), record.length]
    cell += record.slice(start, end)
    if (record[end + 1] !== '"') {
      const comma = record.indexOf(',', end)
      return [cell, comma === -1 ? record.length : comma]
    }
    cell += '"'
    start = end + 2
  }
}
