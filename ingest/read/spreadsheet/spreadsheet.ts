/** Reads the rows of the first sheet of a spreadsheet (.xlsx: ECMA-376). Memory: the compressed file and its shared strings. */
import { InputError } from '../../input-error.ts'
import { openZipBuffer, type ZipArchive } from '../zip-archive.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetRows, type SheetRow } from './sheet-rows.ts'
import { readWorkbook } from './workbook.ts'
import { formatByteSize } from '../byte-size.ts'

/** A report of 258,959 rows of two cells has 4 MB, so this is twice the tallest sheet of such rows (1,048,576). */
export const spreadsheetBytesMax = 32 * 1024 ** 2

/** 258,959 rows of two cells are 28 MB of XML, so this is more than the tallest sheet of such rows. */
const partBytesMax = 128 * 1024 ** 2

/**
 * Yields the rows in batches. `file` is the base name for messages.
 *
 * @throws {InputError} when the bytes are not a spreadsheet, or the spreadsheet is damaged or too large.
 */
export async function* readSpreadsheet(bytes: Buffer, file: string): AsyncGenerator<readonly SheetRow[]> {
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw notSpreadsheetError(file)
  using archive = await openZipBuffer(bytes, file)
  const openPart = (path: string): AsyncIterable<Buffer> => readPart(archive, path, file)
  const { sheet, strings } = await readWorkbook(openPart, file)
  const texts = strings === null ? [] : await readSharedStrings(openPart(strings), file)
  yield* readSheetRows(openPart(sheet), texts, file)
}

/** Compares the names of parts case-insensitively (ECMA-376 part 2, section 6.2.2). */
async function* readPart(archive: ZipArchive, path: string, file: string): AsyncGenerator<Buffer> {
  const member = archive.members.find((part) => part.path.toLowerCase() === path.toLowerCase())
  if (member === undefined) throw notSpreadsheetError(file)
  const source = await member.open()
  let total = 0
  try {
    for await (const chunk of source.chunks) {
      total += chunk.length
      if (total > partBytesMax)
        throw new InputError(
          `${file} inflates to more than ${formatByteSize(partBytesMax)}; use the spreadsheet as downloaded.`,
        )
      yield chunk
    }
  } finally {
    source.close()
  }
}

function notSpreadsheetError(file: string): InputError {
  return new InputError(`${file} is not a spreadsheet (.xlsx); use the file as downloaded.`)
}
