/** Finds the parts of a spreadsheet: its first sheet and its shared strings. */
import { posix } from 'node:path'
import { InputError } from '../../input-error.ts'
import { readXmlEvents } from './xml-events.ts'

/** Opens a part by its path in the package, inflated. */
export type OpenPart = (path: string) => AsyncIterable<Buffer>

/** The paths of parts. */
export interface Workbook {
  /** The first visible sheet. */
  readonly sheet: string
  /** Null if every cell contains its own text. */
  readonly strings: string | null
}

const folder = '/xl'

/** All spreadsheet programs write the workbook to this path. */
const workbookPath = 'xl/workbook.xml'

/** `file` is the base name for messages. @throws {InputError} when there is no workbook, or its date system is 1904. */
export async function readWorkbook(openPart: OpenPart, file: string): Promise<Workbook> {
  const sheetId = await findFirstSheetId(openPart(workbookPath), file)
  const parts = await readRelationships(openPart('xl/_rels/workbook.xml.rels'), file)
  const sheet = parts.find(({ id }) => id === sheetId)
  if (sheet === undefined) throw noSheetError(file)
  return { sheet: sheet.path, strings: parts.find(({ type }) => type === 'sharedStrings')?.path ?? null }
}

/** ECMA-376 part 1, sections 18.2.19 (`sheet`) and 18.2.28 (`workbookPr`). */
async function findFirstSheetId(bytes: AsyncIterable<Buffer>, file: string): Promise<string> {
  for await (const events of readXmlEvents(bytes, file)) {
    for (const event of events) {
      if (event.kind !== 'open') continue
      if (event.name === 'workbookPr') require1900DateSystem(event.attributes['date1904'], file)
      if (event.name !== 'sheet' || isHidden(event.attributes['state'])) continue
      const id = Object.entries(event.attributes).find(([name]) => name.endsWith(':id'))
      if (id !== undefined) return id[1]
    }
  }
  throw noSheetError(file)
}

function isHidden(state: string | undefined): boolean {
  return state === 'hidden' || state === 'veryHidden'
}

function require1900DateSystem(date1904: string | undefined, file: string): void {
  if (date1904 !== 'true' && date1904 !== '1') return
  throw new InputError(`${file} counts its days from 1904; save it with days counted from 1900.`)
}

interface Relationship {
  readonly id: string
  /** The last segment of the type, which is a URL. */
  readonly type: string
  readonly path: string
}

/** ECMA-376 part 2, section 6.5: a target is relative to the folder of the workbook, or starts with a slash. */
async function readRelationships(
  bytes: AsyncIterable<Buffer>,
  file: string,
): Promise<readonly Relationship[]> {
  const found: Relationship[] = []
  for await (const events of readXmlEvents(bytes, file)) {
    for (const event of events) {
      if (event.kind !== 'open' || event.name !== 'Relationship') continue
      const { Id: id = '', Type: type = '', Target: target = '' } = event.attributes
      found.push({ id, type: posix.basename(type), path: posix.resolve(folder, target).slice(1) })
    }
  }
  return found
}

function noSheetError(file: string): InputError {
  return new InputError(`${file} has no sheet; use the spreadsheet as downloaded.`)
}
