import assert from 'node:assert/strict'
import { buffer, text } from 'node:stream/consumers'
import test from 'node:test'
import { listMemberNames, openFile } from './open-file.ts'
import { writeTextFile } from './text-file.fixture.ts'
import { zip } from './zip.fixture.ts'

const document = zip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
])
const isSpreadsheet = (name: string): boolean => name.endsWith('.xlsx')

test('opens a spreadsheet as a whole, by itself or in an archive', async () => {
  await using alone = await writeTextFile('in.xlsx', document)
  await using renamed = await writeTextFile('download', document)
  await using packed = await writeTextFile('in.zip', zip([{ name: 'folder/in.xlsx', content: document }]))
  for (const [{ path }, name] of [
    [alone, 'in.xlsx'],
    [renamed, 'download'],
    [packed, 'in.xlsx'],
  ] as const) {
    await using file = await openFile(path, { member: isSpreadsheet })
    assert.equal(file.name, name)
    assert.deepEqual(await buffer(file.bytes), document)
  }
})

test('a spreadsheet is not an archive of CSV files, and an archive named .xlsx is not a spreadsheet', async () => {
  await using alone = await writeTextFile('in.xlsx', document)
  await using table = await writeTextFile('table.xlsx', zip([{ name: 'in.csv', content: 'a\n' }]))
  const refusal = { name: 'InputError', message: /has no file of this kind/ }
  await assert.rejects(openFile(alone.path), refusal)
  await assert.rejects(openFile(table.path, { member: isSpreadsheet }), refusal)
})

test('lists the base names of members with data, without invisible characters', async () => {
  const members = [
    'folder/npidata_pfile.csv',
    'folder/',
    'npidata_pfile_fileheader.csv',
    'npidata_pfile_FileHeader.csv',
    '__MACOSX/._npidata_pfile.csv',
    'a\u202Eb.csv',
  ]
  await using file = await writeTextFile('in.zip', zip(members.map((name) => ({ name, content: '' }))))
  assert.deepEqual(await listMemberNames(file.path), ['npidata_pfile.csv', 'ab.csv'])
})

test('a file that is not a zip has no members', async () => {
  await using file = await writeTextFile('in.csv', 'a,b\n')
  assert.equal(await listMemberNames(file.path), null)
})

const table = `a,b\n${'1,2\n'.repeat(1000)}`
const encrypted = zip([{ name: 'in.csv', content: table }])
encrypted.writeUInt16LE(0x801, encrypted.indexOf('PK\u0001\u0002') + 8)
const cutInside = zip([{ name: 'in.csv', content: table }])
cutInside.writeUInt32LE(9, cutInside.indexOf('PK\u0001\u0002') + 20)
const crowded = Array.from({ length: 1001 }, (_, at) => ({ name: `${at}.txt`, content: '' }))

const refusals: Readonly<Record<string, { readonly bytes: Buffer; readonly message: RegExp }>> = {
  'an archive of a thousand files and one': {
    bytes: zip(crowded),
    message: /^in\.zip has more than 1000 files/,
  },
  'an encrypted member': {
    bytes: encrypted,
    message: /^in\.zip is encrypted or uses an unsupported compression method/,
  },
  'a member that ends early': { bytes: cutInside, message: /^in\.zip is a truncated or damaged zip archive/ },
}
for (const [what, { bytes, message }] of Object.entries(refusals)) {
  test(`rejects ${what} with one sentence`, async () => {
    await using file = await writeTextFile('in.zip', bytes)
    const reading = async (): Promise<string> => {
      await using opened = await openFile(file.path)
      return text(opened.bytes)
    }
    await assert.rejects(reading, { name: 'InputError', message })
  })
}
