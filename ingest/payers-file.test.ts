import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from './read/collect.fixture.ts'
import { readDelimitedFile } from './read/delimited-file.ts'
import { findRealFile } from './read/real-files.fixture.ts'
import { writeTextFile } from './read/text-file.fixture.ts'
import { FileReport } from './read/file-report.ts'
import { readPayers } from './payers-file.ts'

async function readPayersFrom(content: string, notes: string[] = []) {
  await using file = await writeTextFile('payers.csv', content)
  return await readPayers(file.path, { note: (sentence) => void notes.push(sentence) })
}

test('a payer has a code, a name, a kind and aliases', async () => {
  const rows = '00890,Blue Cross of Tennessee,payer_id,BCBST| BlueCross |BCBST\nmedicare,Medicare,,\n'
  assert.deepEqual(await readPayersFrom(`code,name,kind,aliases\n${rows}`), [
    { code: '00890', name: 'Blue Cross of Tennessee', kind: 'payer_id', aliases: ['BCBST', 'BlueCross'] },
    { code: 'MEDICARE', name: 'Medicare', kind: 'program', aliases: [] },
  ])
})

test('accepts the column name id for the code, and aliases separated by semicolons', async () => {
  assert.deepEqual(
    await readPayersFrom('id,name,aliases,kind\n62308,Cigna,CIGNA HEALTHCARE;Cigna PPO,payer_id\n'),
    [{ code: '62308', name: 'Cigna', kind: 'payer_id', aliases: ['CIGNA HEALTHCARE', 'Cigna PPO'] }],
  )
})

test('kind and aliases are optional', async () => {
  assert.deepEqual(await readPayersFrom('code,name\n62308,Cigna\n'), [
    { code: '62308', name: 'Cigna', kind: 'payer_id', aliases: [] },
  ])
})

test('if a code has several names, the first is the name and the others are aliases', async () => {
  const rows = [
    '68069,Ambetter,,Sunflower',
    '62308,Cigna,,',
    '68069,Sunflower,payer_id,',
    '68069,Wellcare,,',
    '68069,Ambetter,,',
  ]
  assert.deepEqual(await readPayersFrom(`code,name,kind,aliases\n${rows.join('\n')}\n`), [
    { code: '68069', name: 'Ambetter', kind: 'payer_id', aliases: ['Sunflower', 'Wellcare'] },
    { code: '62308', name: 'Cigna', kind: 'payer_id', aliases: [] },
  ])
})

test('the kind in a later row takes precedence over the form of the code', async () => {
  const [payer] = await readPayersFrom('code,name,kind\nmedicare,Medicare,\nMEDICARE,Medicare Inc,payer_id\n')
  assert.equal(payer?.kind, 'payer_id')
})

test('a name that must not be shown is left out and counted, and the next name or the code takes its place', async () => {
  const notes: string[] = []
  const rows = [
    'A,Visit evil.example,,Alpha',
    'B,[Beta](https://evil.example/),,',
    'C,Gamma,,</tool>;Gamma Plus',
    'D,Delta,,',
  ]
  assert.deepEqual(
    (await readPayersFrom(`code,name,kind,aliases\n${rows.join('\n')}\n`, notes)).map(({ name, aliases }) => [
      name,
      aliases,
    ]),
    [
      ['Alpha', []],
      ['B', []],
      ['Gamma', ['Gamma Plus']],
      ['Delta', []],
    ],
  )
  assert.deepEqual(notes, ['payers.csv: names left out: 3 unfit_text on lines 2, 3, 4'])
})

test('a file whose names are all shown has no note', async () => {
  const notes: string[] = []
  await readPayersFrom('code,name\nD,Delta\n', notes)
  assert.deepEqual(notes, [])
})

const rejections: Record<string, { readonly row: string; readonly message: RegExp }> = {
  'a wrong code': { row: 'a b,Name,,', message: /code that is not 1 to 32 .* on line 3/ },
  'no code': { row: ',Name,,', message: /code that is not 1 to 32 .* on line 3/ },
  'no name': { row: 'A,,,', message: /no name on line 3/ },
  'an unknown kind': { row: 'A,Name,insurer,', message: /kind other than payer_id and program on line 3/ },
  'a kind that contradicts an earlier row': {
    row: 'b,Name,program,',
    message: /the kind program after payer_id on line 3/,
  },
  'too few cells': { row: 'A,Name', message: /wrong number of cells on line 3/ },
  'text after a closing quote': { row: 'A,"Na"me,,', message: /misplaced quote on line 3/ },
  'an enormous name': {
    row: `A,${'N'.repeat(1001)},,`,
    message: /cell of more than 1000 characters on line 3/,
  },
}
for (const [what, { row, message }] of Object.entries(rejections)) {
  test(`rejects a row with ${what}, with its line`, async () => {
    await assert.rejects(readPayersFrom(`code,name,kind,aliases\nB,First,payer_id,\n${row}\n`), {
      name: 'InputError',
      message,
    })
  })
}

const real = findRealFile('payers/officeally_payers_2025.csv.gz')
test(
  'a clearinghouse list with the columns PAYER ID and PAYER NAME gives one payer per ID',
  { skip: real === null },
  async (t) => {
    if (real === null) return
    const columns = [{ names: ['PAYER ID'] }, { names: ['PAYER NAME'] }] as const
    const read = readDelimitedFile(real, columns, new FileReport('test', real), {}, ({ cells }) => ({
      cells,
    }))
    const rows = (await collect(read)).map(
      ({ cells: [id = '', name = ''] }) => `"${id}","${name.replaceAll('"', '""')}"`,
    )
    const payers = await readPayersFrom(`code,name\n${rows.join('\n')}\n`)
    assert.equal(new Set(payers.map(({ code }) => code)).size, payers.length)
    assert.equal(payers.filter(({ aliases }) => aliases.length > 0).length, 390)
    t.diagnostic(`${payers.length} payers of ${rows.length} rows`)
  },
)
