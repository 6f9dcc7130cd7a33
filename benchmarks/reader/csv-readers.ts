/** Readers of a CSV file to compare: ours with the used columns and with all, csv-parse and Papa Parse. */
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import { mainColumns } from '@careatlas/ingest/nppes/main-columns'
import { readMainFile } from '@careatlas/ingest/nppes/main-file'
import type { Column } from '@careatlas/ingest/read/columns'
import { readRows } from '@careatlas/ingest/read/delimited'
import { FileReport } from '@careatlas/ingest/read/file-report'
import { openFile } from '@careatlas/ingest/read/open-file'
import { readHeader } from '@careatlas/ingest/read/read-header'

/** Reads the file at `path`; the libraries are in `folder`. Returns the number of rows below the header. */
export type Reader = (path: string, folder: string) => Promise<number>

/** Pinned, so that two runs compare the same code. */
export const csvLibraries = ['csv-parse@7.0.3', 'papaparse@5.7.1'] as const

export const csvReaders = {
  'ours, used columns': (path) => countRows(path, mainColumns),
  'ours, all columns': async (path) => countRows(path, await readAllColumns(path)),
  'ours, with parsing of the registry row': async (path) => {
    let rows = 0
    for await (const facts of readMainFile(path, new FileReport('nppes', path)))
      rows += facts.filter(({ kind }) => kind !== 'unfit_text').length
    return rows
  },
  'csv-parse': readWithCsvParse,
  'Papa Parse': readWithPapaParse,
} as const satisfies Record<string, Reader>

async function countRows(path: string, columns: readonly Column[]): Promise<number> {
  let rows = 0
  await using file = await openFile(path)
  for await (const batch of readRows(file.bytes, columns, new FileReport('nppes', path))) rows += batch.length
  return rows
}

/** The names in the header; none of them contains a comma. */
async function readAllColumns(path: string): Promise<Column[]> {
  const header = await readHeader(path)
  return header.split(',').map((name) => ({ names: [name.replaceAll('"', '')] }))
}

/** Uses the fastest way that its documentation recommends: the stream interface, arrays instead of objects, invalid rows skipped. */
async function readWithCsvParse(path: string, folder: string): Promise<number> {
  const { parse } = createRequire(join(folder, 'package.json'))('csv-parse') as {
    readonly parse: (options: Readonly<Record<string, unknown>>) => Duplex
  }
  let rows = -1
  const options = { bom: true, skip_empty_lines: true, skip_records_with_error: true }
  for await (const _ of createReadStream(path).pipe(parse(options))) rows++
  return rows
}

interface PapaParse {
  parse(
    stream: Readable,
    options: {
      readonly skipEmptyLines: boolean
      readonly chunk: (results: { readonly data: readonly (readonly string[])[] }) => void
      readonly complete: () => void
      readonly error: (error: Error) => void
    },
  ): void
}

async function readWithPapaParse(path: string, folder: string): Promise<number> {
  const papa = createRequire(join(folder, 'package.json'))('papaparse') as PapaParse
  let rows = -1
  await new Promise<void>((resolve, reject) => {
    papa.parse(createReadStream(path), {
      skipEmptyLines: true,
      chunk: ({ data }) => void (rows += data.length),
      complete: resolve,
      error: reject,
    })
  })
  return rows
}
