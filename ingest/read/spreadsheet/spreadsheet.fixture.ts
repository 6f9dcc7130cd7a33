/** For tests: creates spreadsheets as spreadsheet programs write them, with the cell texts in a separate part. */
import { zip } from '../zip.fixture.ts'
import type { SheetCell } from './sheet-rows.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'

/** The content of each part by its path; undefined omits the part. */
export type Parts = Readonly<Record<string, string | undefined>>

/** A spreadsheet with one sheet of these rows; `parts` replace the generated parts. */
export function spreadsheet(rows: readonly (readonly SheetCell[])[], parts: Parts = {}): Buffer {
  const strings = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const renderCell = (value: SheetCell): string => {
    if (value === null) return '<c/>'
    return typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="s"><v>${strings.indexOf(value)}</v></c>`
  }
  const allParts: Parts = {
    '[Content_Types].xml': `<Types xmlns="${packageNamespace}/content-types"/>`,
    'xl/workbook.xml': workbook('<sheet name="Sheet" sheetId="1" r:id="rId1"/>'),
    'xl/_rels/workbook.xml.rels': relations({
      rId1: 'worksheet worksheets/sheet1.xml',
      rId2: 'sharedStrings sharedStrings.xml',
    }),
    'xl/sharedStrings.xml': sharedStrings(strings.map((text) => `<t>${escapeXml(text)}</t>`)),
    'xl/worksheets/sheet1.xml': sheet(rows.map((cells) => `<row>${cells.map(renderCell).join('')}</row>`)),
    ...parts,
  }
  return zip(
    Object.entries(allParts).flatMap(([name, content]) => (content === undefined ? [] : [{ name, content }])),
  )
}

export function workbook(sheets: string, properties = ''): string {
  return `<workbook xmlns="${main}" xmlns:r="${officeRelationships}">${properties}<sheets>${sheets}</sheets></workbook>`
}

/** `targets` has the type and the target of each id, separated by a blank. */
export function relations(targets: Readonly<Record<string, string>>): string {
  const elements = Object.entries(targets).map(([id, typeAndTarget]) => {
    const [type, target] = typeAndTarget.split(' ')
    return `<Relationship Id="${id}" Type="${officeRelationships}/${type}" Target="${target}"/>`
  })
  return `<Relationships xmlns="${packageNamespace}/relationships">${elements.join('')}</Relationships>`
}

/** `items` is the content of each `<si>` element. */
export function sharedStrings(items: readonly string[]): string {
  return `<sst xmlns="${main}">${items.map((item) => `<si>${item}</si>`).join('')}</sst>`
}

/** `rows` are complete `<row>` elements. */
export function sheet(rows: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
