import assert from 'node:assert/strict'
import { buffer, text } from 'node:stream/consumers'
import test from 'node:test'
import { listMemberNames, openFile } from './open-file.ts'
import { writeTextFile } from './text-file.fixture.ts'
import { zip } from './zip.fixture.ts'

const spreadsheet = zip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
])
const isSpreadsheet = (name: string): boolean => name.endsWith('.xlsx')

test('opens a spreadsheet as a whole, by itself or in an archive', async () => {
  await using standalone = await writeTextFile('in.xlsx', spreadsheet)
  await using renamed = await writeTextFile('download', spreadsheet)
  await using zipped = await writeTextFile('in.zip', zip([{ name: 'folder/in.xlsx', content: spreadsheet }]))
  for (const [{ path }, name] of [
    [standalone, 'in.xlsx'],
    [renamed, 'download'],
    [zipped, 'in.xlsx'],
  ] as const) {
    await using file = await openFile(path, { member: isSpreadsheet })
    assert.equal(file.name, name)
    assert.deepEqual(await buffer(file.bytes), spreadsheet)
  }
})

test('a spreadsheet is not an archive of CSV files, and an archive named .xlsx is not a spreadsheet', async () => {
  await using standalone = await writeTextFile('in.xlsx', spreadsheet)
  await using table = await writeTextFile('table.xlsx', zip([{ name: 'in.csv', content: 'a\n' }]))
  const rejection = { name: 'InputError', message: /has no file of this kind/ }
  await assert.rejects(openFile(standalone.path), rejection)
  await assert.rejects(openFile(table.path, { member: isSpreadsheet }), rejection)
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
const truncatedMember = zip([{ name: 'in.csv', content: table }])
truncatedMember.writeUInt32LE(9, truncatedMember.indexOf('PK\u0001\u0002') + 20)
const tooManyMembers = Array.from({ length: 1001 }, (_, index) => ({ name: `${index}.txt`, content: '' }))

const rejections: Readonly<Record<string, { readonly bytes: Buffer; readonly message: RegExp }>> = {
  'an archive of 1,001 files': {
    bytes: zip(tooManyMembers),
    message: /^in\.zip has more than 1000 files/,
  },
  'an encrypted member': {
    bytes: encrypted,
    message: /^in\.zip is encrypted or uses an unsupported compression method/,
  },
  'a member that ends early': {
    bytes: truncatedMember,
    message: /^in\.zip is a truncated or damaged zip archive/,
  },
}
for (const [what, { bytes, message }] of Object.entries(rejections)) {
  test(`rejects ${what} with one sentence`, async () => {
    await using file = await writeTextFile('in.zip', bytes)
    const readContent = async (): Promise<string> => {
      await using opened = await openFile(file.path)
      return text(opened.bytes)
    }
    await assert.rejects(readContent, { name: 'InputError', message })
  })
}
