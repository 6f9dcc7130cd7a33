import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from '../collect.fixture.ts'
import { zip } from '../zip.fixture.ts'
import type { SheetCell } from './sheet-rows.ts'
import { readSpreadsheet } from './spreadsheet.ts'
import { type Parts, relations, sharedStrings, sheet, spreadsheet, workbook } from './spreadsheet.fixture.ts'

async function readRows(bytes: Buffer) {
  return collect(readSpreadsheet(bytes, 'in.xlsx'))
}

/** The only row of a sheet with this row. */
async function readOnlyRow(row: string, parts: Parts = {}): Promise<readonly SheetCell[]> {
  const rows = await readRows(spreadsheet([], { 'xl/worksheets/sheet1.xml': sheet([row]), ...parts }))
  return rows[0]?.cells ?? []
}

test('numbers rows from 1, and distinguishes numbers, texts and empty cells', async () => {
  assert.deepEqual(await readRows(spreadsheet([['a', 1], [], [null, 'R & D <3', 'a', -2.5]])), [
    { line: 1, cells: ['a', 1] },
    { line: 2, cells: [] },
    { line: 3, cells: [null, 'R & D <3', 'a', -2.5] },
  ])
})

const strings = sharedStrings([
  '<t>plain</t>',
  '<r><rPr><b/></rPr><t>two </t></r><r><t xml:space="preserve">runs</t></r>',
  '<t>課</t><rPh sb="0" eb="1"><t>か</t></rPh>',
  '<t/>',
])
const cells: Readonly<Record<string, { readonly xml: string; readonly cell: SheetCell }>> = {
  'a shared text': { xml: '<c t="s"><v>0</v></c>', cell: 'plain' },
  'a shared text of two runs': { xml: '<c t="s"><v>1</v></c>', cell: 'two runs' },
  'a shared text with its pronunciation': { xml: '<c t="s"><v>2</v></c>', cell: '課' },
  'an empty shared text': { xml: '<c t="s"><v>3</v></c>', cell: null },
  'a missing shared text': { xml: '<c t="s"><v>9</v></c>', cell: null },
  'an inline text': { xml: '<c t="inlineStr"><is><t>in line</t></is></c>', cell: 'in line' },
  'the text of a formula': { xml: '<c t="str"><f>A1&amp;A2</f><v>both</v></c>', cell: 'both' },
  'a text with an entity': { xml: '<c t="str"><v>A&amp;B&#x41;</v></c>', cell: 'A&BA' },
  'a text as CDATA': { xml: '<c t="str"><v><![CDATA[A<B]]></v></c>', cell: 'A<B' },
  'a text with a direction override': { xml: '<c t="str"><v>a&#x202E;b</v></c>', cell: 'ab' },
  'a number': { xml: '<c t="n"><v>45207</v></c>', cell: 45_207 },
  'a number with an exponent': { xml: '<c><v>1.234567893E9</v></c>', cell: 1_234_567_893 },
  'a date as text': { xml: '<c t="d"><v>2023-10-08T00:00:00</v></c>', cell: '2023-10-08T00:00:00' },
  'an error': { xml: '<c t="e"><v>#N/A</v></c>', cell: '#N/A' },
  'only a style': { xml: '<c s="4"/>', cell: null },
}
for (const [what, { xml, cell }] of Object.entries(cells)) {
  test(`a cell with ${what} is ${JSON.stringify(cell)}`, async () => {
    const row = await readOnlyRow(`<row>${xml}<c><v>1</v></c></row>`, { 'xl/sharedStrings.xml': strings })
    assert.deepEqual(row, [cell, 1])
  })
}

test('places cells and rows at their stated positions, and ignores columns after the 64th', async () => {
  const row =
    '<row r="7"><c r="B7"><v>1</v></c><c><v>2</v></c><c r="AA7"><v>3</v></c><c r="XFD7"><v>4</v></c></row>'
  const rows = await readRows(spreadsheet([], { 'xl/worksheets/sheet1.xml': sheet([row, '<row/>']) }))
  const between: null[] = Array.from({ length: 23 }, () => null)
  assert.deepEqual(rows, [
    { line: 7, cells: [null, 1, 2, ...between, 3] },
    { line: 8, cells: [] },
  ])
})

test('accepts element names with a namespace prefix, as some programs write them', async () => {
  const prefixed =
    '<x:worksheet xmlns:x="main"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  const shared = '<x:sst xmlns:x="main"><x:si><x:t>a</x:t></x:si></x:sst>'
  const parts = { 'xl/worksheets/sheet1.xml': prefixed, 'xl/sharedStrings.xml': shared }
  assert.deepEqual(await readRows(spreadsheet([], parts)), [{ line: 1, cells: ['a'] }])
})

test('truncates a very long cell to a length that is still rejected', async () => {
  const text = 'x'.repeat(40_000)
  const runs = `<r><t>${'x'.repeat(900)}</t></r>`.repeat(40)
  const row = await readOnlyRow(`<row><c t="str"><v>${text}</v></c><c t="s"><v>0</v></c></row>`, {
    'xl/sharedStrings.xml': sharedStrings([runs]),
  })
  for (const cell of row) assert.ok(typeof cell === 'string' && cell.length > 1000 && cell.length < 3000)
})

test('reads the first visible sheet, at the path that the workbook states', async () => {
  const parts = {
    'xl/workbook.xml': workbook(
      '<sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="New" sheetId="3" r:id="rId7"/>',
    ),
    'xl/_rels/workbook.xml.rels': relations({
      rId1: 'worksheet worksheets/sheet1.xml',
      rId7: 'worksheet /xl/Worksheets/sheet3.xml',
    }),
    'xl/sharedStrings.xml': undefined,
    'xl/worksheets/sheet3.xml': sheet(['<row><c><v>3</v></c></row>']),
  }
  assert.deepEqual(await readRows(spreadsheet([[1]], parts)), [{ line: 1, cells: [3] }])
})

const valid = spreadsheet(Array.from({ length: 2000 }, (_, index) => [`text ${index}`, index * 7919]))
const createWithSheet = (xml: string): Buffer => spreadsheet([], { 'xl/worksheets/sheet1.xml': xml })
const entities = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'

const rejections: Readonly<Record<string, { readonly bytes: Buffer; readonly reason: RegExp }>> = {
  'a text file': {
    bytes: Buffer.from('NPI,NPPES Deactivation Date\n'),
    reason: /is not a spreadsheet \(\.xlsx\)/,
  },
  'a zip without a workbook': {
    bytes: zip([{ name: 'a.csv', content: 'a' }]),
    reason: /is not a spreadsheet/,
  },
  'half a spreadsheet': { bytes: valid.subarray(0, valid.length / 2), reason: /truncated or damaged zip/ },
  'a spreadsheet with a flipped bit': { bytes: flipBit(valid), reason: /damaged|not well formed/ },
  'a workbook without sheets': {
    bytes: spreadsheet([], { 'xl/workbook.xml': workbook('') }),
    reason: /has no sheet/,
  },
  'a workbook whose sheet is missing': {
    bytes: spreadsheet([], { 'xl/worksheets/sheet1.xml': undefined }),
    reason: /is not a spreadsheet/,
  },
  'a workbook with the 1904 date system': {
    bytes: spreadsheet([], { 'xl/workbook.xml': workbook('', '<workbookPr date1904="true"/>') }),
    reason: /counts its days from 1904/,
  },
  'a truncated sheet': { bytes: createWithSheet('<worksheet><sheetData><row>'), reason: /not well formed/ },
  'a sheet with entities to expand': {
    bytes: createWithSheet(`${entities}<worksheet>&b;&b;&b;</worksheet>`),
    reason: /not well formed/,
  },
  'a sheet of deeply nested tags': {
    bytes: createWithSheet('<a>'.repeat(100_000)),
    reason: /more than 64 tags/,
  },
  'a sheet of one very long text': {
    bytes: createWithSheet(`<a>${'x'.repeat(3 * 1024 ** 2)}</a>`),
    reason: /more than 1 MiB between two tags/,
  },
  'a sheet of one very long tag': {
    bytes: createWithSheet(`<a b="${'x'.repeat(3 * 1024 ** 2)}"/>`),
    reason: /more than 1 MiB between two tags/,
  },
  'a sheet that inflates beyond the limit': {
    bytes: createWithSheet(`<a>${`<b>${'x'.repeat(2 ** 16)}</b>`.repeat(2 ** 11)}</a>`),
    reason: /inflates to more than 128 MiB/,
  },
  'a spreadsheet with more texts than cells': {
    bytes: spreadsheet([], { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(2 * 2 ** 20 + 1)}</sst>` }),
    reason: /more than 2097152 texts/,
  },
}
for (const [what, { bytes, reason }] of Object.entries(rejections)) {
  test(`rejects ${what} with one sentence`, async () => {
    await assert.rejects(readRows(bytes), {
      name: 'InputError',
      message: new RegExp(`^in\\.xlsx .*(?:${reason.source}).*; .*\\.$`),
    })
  })
}

/** A bit in the middle of the largest part. */
function flipBit(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const position = Math.floor(copy.length * 0.6)
  copy[position] = copy[position]! ^ 8
  return copy
}
