import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readOfficialNames } from './nucc-file.ts'
import { findRealFile } from './read/real-files.fixture.ts'
import { writeTextFile } from './read/text-file.fixture.ts'

async function readNames(csv: string) {
  await using file = await writeTextFile('nucc_taxonomy_251.csv', csv)
  return [...(await readOfficialNames(file.path))]
}

const header = 'Code,Grouping,Definition,Display Name\r\n'

for (const [what, csv] of Object.entries({
  'Windows line endings': `${header}207RC0000X,G,D,An Official Name\r\n`,
  'Unix line endings, and none at the end': `${header.replace('\r\n', '\n')}207RC0000X,G,D,An Official Name`,
  'a byte order mark': `\uFEFF${header}207RC0000X,G,D,An Official Name\r\n`,
  'quotes around commas, line endings and quotes': `${header}207RC0000X,G,"a ""b"",\r\nc",An Official Name\r\n`,
  'further columns in another order': 'New,Display Name,Code\nx,An Official Name,207RC0000X\n',
  'blank lines at the end': `${header}207RC0000X,G,D,An Official Name\r\n\r\n,,,\r\n`,
})) {
  test(`reads an operator's NUCC file with ${what}`, async () => {
    assert.deepEqual(await readNames(csv), [['207RC0000X', 'An Official Name']])
  })
}

test('reads a gzipped NUCC file', async () => {
  await using file = await writeTextFile('nucc.csv.gz', '')
  await writeFile(file.path, gzipSync(`${header}207RC0000X,G,D,An Official Name\r\n`))
  assert.deepEqual([...(await readOfficialNames(file.path))], [['207RC0000X', 'An Official Name']])
})

for (const [csv, defect] of Object.entries({
  '': 'is empty',
  'Code,Grouping\n207RC0000X,G\n': 'no column "Display Name"',
  'Grouping,Display Name\nG,N\n': 'no column "Code"',
  [header]: 'no row below its header',
  [`${header}cardiology,G,D,N\n`]: 'no taxonomy code in "Code" on line 2',
  [`${header}207RC0000X,G,D,\n`]: 'no "Display Name" of 207RC0000X on line 2',
  [`${header}207RC0000X,G,D\n`]: 'wrong number of cells on line 2',
  [`${header}207RC0000X,G,D,${'N'.repeat(1001)}\n`]: 'a cell of more than 1000 characters on line 2',
  [`${header}207RC0000X,G,D,"${'N'.repeat(2 ** 20)}"\n`]: 'a record of more than 1 MiB on line 2',
  [`${header}207RC0000X,"G,D,N\n`]: 'opens a quote in the record on line 2',
})) {
  test(`rejects an operator's NUCC file: ${defect}`, async () => {
    await assert.rejects(readNames(csv), {
      name: 'InputError',
      message: new RegExp(`nucc_taxonomy_251\\.csv .*${defect}`),
    })
  })
}

const release = findRealFile('nucc/nucc_taxonomy_251.csv.gz')
test('reads the name of every code in the published release', { skip: release === null }, async (t) => {
  if (release === null) return
  const names = await readOfficialNames(release)
  assert.equal(names.size, 883)
  t.diagnostic(`${names.size} codes`)
})
