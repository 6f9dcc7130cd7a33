/** Records and cells of CSV files, for any size of chunks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRecords, splitCells } from './records.ts'

async function readAll(text: string, chunkBytes: number): Promise<readonly string[]> {
  const bytes = Buffer.from(text)
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes)
  }
  const records: string[] = []
  for await (const batch of readRecords(chunks())) records.push(...batch)
  return records
}

for (const chunkBytes of [1, 3, 7, 1000])
  test(`a quoted line break does not end a record, in chunks of ${chunkBytes} bytes`, async () => {
    const text = '\ufeffNPI,Name\r\n1,"A\nB"\r\n\r\n2,"é ""C"""'
    assert.deepEqual(await readAll(text, chunkBytes), ['NPI,Name', '1,"A\nB"', '2,"é ""C"""'])
  })

const cells: readonly (readonly [record: string, cells: readonly string[]])[] = [
  ['a,,b', ['a', '', 'b']],
  ['"a","","b, c"', ['a', '', 'b, c']],
  ['"a ""quoted"" b",c', ['a "quoted" b', 'c']],
  ['"","x"', ['', 'x']],
  ['a,"b",', ['a', 'b', '']],
]

for (const [record, expected] of cells)
  test(`${record} has the cells ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(splitCells(record), expected)
  })
