/** Readers of a spreadsheet (.xlsx) to compare: ours and four libraries. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { readSpreadsheet } from '@careatlas/ingest/read/spreadsheet/spreadsheet'
import type { Reader } from './csv-readers.ts'

/** Pinned, so that two runs compare the same code. */
export const spreadsheetLibraries = [
  'exceljs@4.4.0',
  'xlsx@0.18.5',
  'read-excel-file@9.3.17',
  'hucre@1.0.0',
] as const

/** Each returns the number of rows, including the two header rows of the report. */
export const spreadsheetReaders = {
  ours: async (path) => {
    let rows = 0
    for await (const batch of readSpreadsheet(await readFile(path), 'report.xlsx')) rows += batch.length
    return rows
  },
  exceljs: readWithExcelJs,
  SheetJS: readWithSheetJs,
  'read-excel-file': readWithReadExcelFile,
  hucre: readWithHucre,
} as const satisfies Record<string, Reader>

function load(folder: string, name: string): unknown {
  return createRequire(join(folder, 'package.json'))(name)
}

async function readWithExcelJs(path: string, folder: string): Promise<number> {
  const { stream } = load(folder, 'exceljs') as {
    readonly stream: {
      readonly xlsx: {
        readonly WorkbookReader: new (
          input: Readable,
          options: object,
        ) => AsyncIterable<AsyncIterable<unknown>>
      }
    }
  }
  const options = { worksheets: 'emit', sharedStrings: 'cache', styles: 'ignore', hyperlinks: 'ignore' }
  let rows = 0
  for await (const sheet of new stream.xlsx.WorkbookReader(createReadStream(path), options))
    for await (const _ of sheet) rows++
  return rows
}

async function readWithSheetJs(path: string, folder: string): Promise<number> {
  const { read, utils } = load(folder, 'xlsx') as {
    readonly read: (
      bytes: Buffer,
      options: object,
    ) => { readonly SheetNames: readonly string[]; readonly Sheets: Readonly<Record<string, object>> }
    readonly utils: { readonly sheet_to_json: (sheet: object, options: object) => readonly unknown[] }
  }
  const workbook = read(await readFile(path), { dense: true, sheets: 0, cellHTML: false, cellFormula: false })
  return utils.sheet_to_json(workbook.Sheets[workbook.SheetNames[0]!]!, { header: 1 }).length
}

async function readWithReadExcelFile(path: string, folder: string): Promise<number> {
  const { readSheet } = load(folder, 'read-excel-file/node') as {
    readonly readSheet: (path: string) => Promise<readonly unknown[]>
  }
  return (await readSheet(path)).length
}

async function readWithHucre(path: string, folder: string): Promise<number> {
  const { streamXlsxRows } = load(folder, 'hucre/xlsx') as {
    readonly streamXlsxRows: (bytes: Uint8Array) => AsyncIterable<unknown>
  }
  let rows = 0
  for await (const _ of streamXlsxRows(await readFile(path))) rows++
  return rows
}
