import assert from 'node:assert/strict'
import test from 'node:test'
import { textFile } from './read/text-file.fixture.ts'
import { readPayers } from './payers-file.ts'

async function payersOf(content: string) {
  await using file = await textFile('payers.csv', content)
  return await readPayers(file.path)
}

test('a payer has a code, a name, a kind and aliases', async () => {
  const rows = '00890,Blue Cross of Tennessee,payer_id,BCBST| BlueCross |BCBST\nmedicare,Medicare,,\n'
  assert.deepEqual(await payersOf(`code,name,kind,aliases\n${rows}`), [
    { code: '00890', name: 'Blue Cross of Tennessee', kind: 'payer_id', aliases: ['BCBST', 'BlueCross'] },
    { code: 'MEDICARE', name: 'Medicare', kind: 'program', aliases: [] },
  ])
})

test('kind and aliases may be missing', async () => {
  assert.deepEqual(await payersOf('code,name\n62308,Cigna\n'), [
    { code: '62308', name: 'Cigna', kind: 'payer_id', aliases: [] },
  ])
})

const refusals: Record<string, { readonly row: string; readonly says: RegExp }> = {
  'a wrong code': { row: 'a b,Name,,', says: /code that is not 1 to 32 .* on line 3/ },
  'no code': { row: ',Name,,', says: /code that is not 1 to 32 .* on line 3/ },
  'no name': { row: 'A,,,', says: /no name on line 3/ },
  'an unknown kind': { row: 'A,Name,insurer,', says: /kind other than payer_id and program on line 3/ },
  'a code given before': { row: 'B,Name,,', says: /gives the code B a second time on line 3/ },
  'too few cells': { row: 'A,Name', says: /wrong number of cells on line 3/ },
  'text after a closing quote': { row: 'A,"Na"me,,', says: /misplaced quote on line 3/ },
  'an enormous name': { row: `A,${'N'.repeat(1001)},,`, says: /cell of more than 1000 characters on line 3/ },
}
for (const [what, { row, says }] of Object.entries(refusals)) {
  test(`a row with ${what} is refused with its line`, async () => {
    await assert.rejects(payersOf(`code,name,kind,aliases\nB,First,,\n${row}\n`), {
      name: 'InputRefused',
      message: says,
    })
  })
}
