import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import * as fc from 'fast-check'
import { InputError } from '../input-error.ts'
import { FileReport } from './file-report.ts'
import { collect } from './collect.fixture.ts'
import type { Column } from './columns.ts'
import { readRows } from './delimited.ts'
import { openFile } from './open-file.ts'
import { findRealFile, splitRecords } from './real-files.fixture.ts'

const ab: readonly Column[] = [{ names: ['a'] }, { names: ['b'] }]

async function readAllRows(
  bytes: Buffer[] | string,
  columns: readonly Column[] = ab,
  report = new FileReport('test', 'in.csv'),
) {
  const chunks = typeof bytes === 'string' ? [Buffer.from(bytes)] : bytes
  return collect(readRows(streamChunks(chunks), columns, report))
}

async function* streamChunks(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}

const inputs: readonly {
  readonly name: string
  readonly input: string
  readonly rows: readonly (readonly string[])[]
}[] = [
  {
    name: 'quoted and unquoted cells',
    input: 'a,b\n"1",2\n3,"4"\n',
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
  },
  {
    name: 'CRLF',
    input: '"a","b"\r\n"1","2"\r\n3,4\r\n',
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
  },
  { name: 'a byte order mark', input: '\uFEFFa,b\n1,2\n', rows: [['1', '2']] },
  { name: 'a byte order mark before a quote', input: '\uFEFF"a","b"\n1,2\n', rows: [['1', '2']] },
  { name: 'no line break at the end', input: 'a,b\n1,"2"', rows: [['1', '2']] },
  { name: 'doubled quotes', input: 'a,b\n"say ""hi""",""""\n', rows: [['say "hi"', '"']] },
  {
    name: 'commas in quotes, and line breaks as blanks',
    input: 'a,b\n"1,5","x\r\ny"\n',
    rows: [['1,5', 'x y']],
  },
  {
    name: 'empty cells',
    input: 'a,b\n"",""\n,\n"",x\n',
    rows: [
      ['', ''],
      ['', ''],
      ['', 'x'],
    ],
  },
  { name: 'blank lines, which are no rows', input: '\na,b\n\n1,2\r\n\r\n\n', rows: [['1', '2']] },
  {
    name: 'columns in another order, more of them, padded names',
    input: 'x, B ,"A"\n0,2,1\n',
    rows: [['1', '2']],
  },
  { name: 'a repeated column that is not requested', input: 'a,b,c,c\n1,2,3,4\n', rows: [['1', '2']] },
  {
    name: 'with invisible characters',
    input: 'a,b\n"\u0000MA\u001bR\u0007IA\u202e","\u200b\ufeffO\ufe0fr\u{e0041}tiz\u{e0100}"\n\u0000,\tx\n',
    rows: [
      ['MARIA', 'Ortiz'],
      ['', ' x'],
    ],
  },
  { name: 'UTF-8', input: 'a,b\nJosé,"Ñ"\n', rows: [['José', 'Ñ']] },
  { name: 'a quote inside an unquoted cell', input: 'a,b\n5" tube,2\n', rows: [['5" tube', '2']] },
]
for (const { name, input, rows } of inputs) {
  test(`reads ${name}`, async () => {
    assert.deepEqual(
      (await readAllRows(input)).map((row) => row.cells),
      rows,
    )
  })
}

test('decodes cells that are not valid UTF-8 as Latin-1', async () => {
  const rows = await readAllRows([Buffer.from('a,b\nJos\u00e9,\u00d1\n', 'latin1')])
  assert.deepEqual(rows[0]?.cells, ['José', 'Ñ'])
})

test('a row has the number of its first line, counting line breaks inside quotes', async () => {
  const rows = await readAllRows('a,b\n1,"x\n\ny"\n\n3,4\n')
  assert.deepEqual(
    rows.map((row) => row.line),
    [2, 6],
  )
})

test('rejects a row with too few or too many cells, or with text after a closing quote, with its line', async () => {
  const report = new FileReport('test', 'in.csv')
  const rows = await readAllRows('a,b\n1\n1,2\n1,2,3\n"1"x,2\n5,6\n', ab, report)
  assert.deepEqual(
    rows.map((row) => row.cells),
    [
      ['1', '2'],
      ['5', '6'],
    ],
  )
  assert.deepEqual(report.toSourceFile().rejected, {
    misplaced_quote: { rows: 1, first_lines: [5] },
    wrong_column_count: { rows: 2, first_lines: [2, 4] },
  })
})

test('rejects a row with a requested cell of more than 1,000 characters', async () => {
  const report = new FileReport('test', 'in.csv')
  const [wide, fits] = ['x'.repeat(1001), 'é'.repeat(1000)]
  const rows = await readAllRows(`a,b,c\n1,${wide},3\n4,${fits},6\n7,8,${wide}\n`, ab, report)
  assert.deepEqual(
    rows.map(({ line }) => line),
    [3, 4],
  )
  assert.deepEqual(report.toSourceFile().rejected, { oversized_cell: { rows: 1, first_lines: [2] } })
})

test('a row with an unclosed quote and each row inside the quote count as rejected', async () => {
  const report = new FileReport('test', 'in.csv')
  const rows = await readAllRows('a,b\n1,2\n3,"4\n5,6\n7,"8"\n9,10\n', ab, report)
  assert.deepEqual(
    rows.map((row) => row.cells),
    [
      ['1', '2'],
      ['9', '10'],
    ],
  )
  assert.deepEqual(report.toSourceFile().rejected, { misplaced_quote: { rows: 3, first_lines: [3, 4, 5] } })
})

test('a column may have several names, and an optional column may be missing', async () => {
  const columns: Column[] = [
    { names: ['Provider Sex Code', 'Provider Gender Code'] },
    { names: ['c'], optional: true },
  ]
  assert.deepEqual((await readAllRows('provider  gender code\nF\n', columns))[0]?.cells, ['F', ''])
})

const rejections: readonly { readonly name: string; readonly input: string; readonly message: RegExp }[] = [
  { name: 'a missing column', input: 'a,c\n1,2\n', message: /in\.csv has no column "b"/ },
  { name: 'a column twice', input: 'a,b,A\n1,2,3\n', message: /in\.csv has the column "a" twice/ },
  { name: 'blank lines only', input: '\n\r\n', message: /in\.csv has no column "a" nor 1 other/ },
  { name: 'a truncated last row', input: 'a,b\n1,2\n3', message: /in\.csv ends in the middle/ },
  { name: 'an unclosed quote', input: 'a,b\n1,2\n1,"2\n3,4\n', message: /line 3 and never closes it/ },
  {
    name: 'an unclosed quote in a large file',
    input: `a,b\n1,"${'2\n'.repeat(2 ** 20)}`,
    message: /1 MiB on line 2; check it for a quote that is not closed, or for a cell of that size/,
  },
  {
    name: 'a record of more than 1 MiB',
    input: `a,b\n1,2\n1,${'x'.repeat(2 ** 20)}\n`,
    message: /1 MiB on line 3; check it for a missing line end/,
  },
  {
    name: 'a quoted cell of 2 MB, without calling its quote unclosed',
    input: `a,b\n1,"${'x'.repeat(2_000_000)}"\n`,
    message: /^(?!.*never closes).*1 MiB on line 2/,
  },
]
for (const { name, input, message } of rejections) {
  test(`rejects a file with ${name}`, async () => {
    await assert.rejects(
      readAllRows(input),
      (error) => error instanceof InputError && message.test(error.message),
    )
  })
}

test('the rows do not depend on how the bytes are split into chunks', async () => {
  const cell = fc.constantFrom('', '1', 'x y', '"', '""', 'a,b', 'line\nbreak', 'cr\r\nlf', 'é', '\r')
  const table = fc.array(fc.tuple(cell, cell), { maxLength: 8 })
  const lineEnd = fc.constantFrom('\n', '\r\n')
  const splitPositions = fc.array(fc.nat(400), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      table,
      lineEnd,
      fc.boolean(),
      splitPositions,
      async (expected, lineBreak, endsWithLineBreak, positions) => {
        const lines = [['a', 'b'], ...expected].map((row) => row.map(quoteCell).join(','))
        const bytes = Buffer.from(lines.join(lineBreak) + (endsWithLineBreak ? lineBreak : ''))
        const bounds = [
          0,
          ...positions.filter((position) => position < bytes.length).toSorted((x, y) => x - y),
          bytes.length,
        ]
        const chunks = bounds.slice(1).map((to, index) => bytes.subarray(bounds[index], to))
        assert.deepEqual(
          (await readAllRows(chunks)).map((row) => row.cells),
          expected.map((row) => row.map((value) => value.replaceAll(/[\r\n]+/g, ' '))),
        )
      },
    ),
  )
})

function quoteCell(cell: string): string {
  return /["\n\r,]/.test(cell) || cell === '' ? `"${cell.replaceAll('"', '""')}"` : cell
}

for (const name of [
  'npidata_2018-12_ct-ma-ri_practitioners.csv.gz',
  'npidata_sample_raw_330_eddyizm.csv.gz',
  'npidata_sample_raw_330_lantern.csv',
]) {
  const path = findRealFile(`nppes/${name}`)
  test(
    `every cell of ${name} equals that of a splitter with one regular expression`,
    { skip: path === null && 'no real data here' },
    async (t) => {
      if (path === null) return
      await using file = await openFile(path)
      const content = Buffer.from(await text(file.bytes))
      const [header = [], ...expected] = splitRecords(content.toString())
      const columns = header.map((column): Column => ({ names: [column] }))
      for (const bytes of [[content], sliceBytes(content, 1009)]) {
        assert.deepEqual(
          (await readAllRows(bytes, columns)).map((row) => row.cells),
          expected,
        )
      }
      t.diagnostic(`${expected.length} rows of ${header.length} columns, whole and in chunks of 1009 bytes`)
    },
  )
}

function sliceBytes(bytes: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )
}
