/**
 * Compares the credential reader with a judged table and prints every mistake:
 *
 *     node ingest/compose/judged-credentials.score.ts [TABLE.tsv]
 */
import { fileURLToPath } from 'node:url'
import { readJudgedCredentials, findMistakes } from './judged-credentials.fixture.ts'

const [table = fileURLToPath(new URL('judged-credentials.tsv', import.meta.url))] = process.argv.slice(2)
const rows = readJudgedCredentials(table).map((row) => ({ ...row, ...findMistakes(row) }))
const exact = rows.filter(({ expected, shown }) => expected.join() === shown.join())
for (const { registered, expected, shown } of rows.filter((row) => !exact.includes(row)))
  console.log(`${registered}\texpected ${expected.join(' | ')}\tshown ${shown.join(' | ')}`)
const wrong = rows.reduce((sum, row) => sum + row.wrong.length, 0)
const missing = rows.reduce((sum, row) => sum + row.missing.length, 0)
const expected = rows.reduce((sum, row) => sum + row.expected.length, 0)
console.log(
  `${exact.length} of ${rows.length} cells exact; of ${expected} credentials ${missing} missing, ${wrong} wrong`,
)
