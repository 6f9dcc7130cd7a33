/** A spreadsheet (.xlsx: ECMA-376) as the rows of its first sheet; memory holds it packed, with its texts. */
import { InputError } from '../../input-error.ts'
import { openZipBuffer, type ZipArchive } from '../zip-archive.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetRows, type SheetRow } from './sheet-rows.ts'
import { readWorkbook } from './workbook.ts'
import { formatByteSize } from '../byte-size.ts'

/** 4 MB hold 258,959 rows of two cells, so this is twice the tallest sheet of such rows (1,048,576). */
export const spreadsheetBytesMax = 32 * 1024 ** 2

/** 28 MB of XML are 258,959 rows of two cells, so this is more than the tallest sheet of such rows. */
const partBytesMax = 128 * 1024 ** 2

/**
 * Yields the rows in batches. `file` is the base name to say.
 *
 * @throws {InputError} when the bytes are no spreadsheet, damaged, or larger than one can be.
 */
export async function* readSpreadsheet(bytes: Buffer, file: string): AsyncGenerator<readonly SheetRow[]> {
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw notSpreadsheetError(file)
  using archive = await openZipBuffer(bytes, file)
  const openPart = (path: string): AsyncIterable<Buffer> => readPart(archive, path, file)
  const { sheet, strings } = await readWorkbook(openPart, file)
  const texts = strings === null ? [] : await readSharedStrings(openPart(strings), file)
  yield* readSheetRows(openPart(sheet), texts, file)
}

/** Names of parts are compared without regard to letter case (ECMA-376 part 2, section 6.2.2). */
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
  return new InputError(`${file} is no spreadsheet (.xlsx); use the file as downloaded.`)
}
