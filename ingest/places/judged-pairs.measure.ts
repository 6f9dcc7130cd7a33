/**
 * Measures how well the code joins judged pairs of practice addresses: precision and recall with 95% Wilson intervals, in
 * total and by kind, and with `--misses` every pair that it gets wrong.
 *
 *     node ingest/places/judged-pairs.measure.ts ingest/places/judged-pairs.tsv [--misses]
 */
import { isOnePlace, type JudgedPair, judgedPairs, takenForOne } from './judged-pairs.fixture.ts'
import { allPracticeRows, type PracticeRow } from './practice-rows.fixture.ts'
import { unitsByNpi } from './real-address-records.fixture.ts'

const [file, ...options] = process.argv.slice(2)
if (file === undefined) throw new Error('say which table of judged pairs')
const rows = await allPracticeRows()
const units = unitsByNpi([...rows.values()])
const isTaken = takenForOne(units)
const pairs = judgedPairs(file)

report('all', pairs)
for (const [kind, some] of Map.groupBy(pairs, (pair) => pair.kind)) report(kind, some)
if (options.includes('--misses')) for (const pair of pairs.filter(isWrong)) console.log(inWords(pair))

function report(name: string, some: readonly JudgedPair[]): void {
  const taken = some.filter(isTaken)
  const ones = some.filter(isOnePlace)
  const same = some.filter(({ verdict }) => verdict === 'same')
  const unclear = some.filter(({ verdict }) => verdict === 'unclear')
  const judged = taken.filter(({ verdict }) => verdict !== 'unclear')
  console.log(`${name}: ${some.length} pairs`)
  console.log(`  precision             ${share(judged.filter(isOnePlace), judged)}`)
  console.log(`  recall, same          ${share(same.filter(isTaken), same)}`)
  console.log(`  recall, same or omits ${share(ones.filter(isTaken), ones)}`)
  console.log(`  unclear, taken        ${unclear.filter(isTaken).length} of ${unclear.length}`)
}

function isWrong(pair: JudgedPair): boolean {
  return isTaken(pair) !== isOnePlace(pair)
}

/** A share with its Wilson interval. */
function share({ length: part }: readonly unknown[], { length: whole }: readonly unknown[]): string {
  if (whole === 0) return 'none'
  const z = 1.96
  const middle = (part + (z * z) / 2) / (whole + z * z)
  const half = (z / (whole + z * z)) * Math.sqrt((part * (whole - part)) / whole + (z * z) / 4)
  return `${part} of ${whole}: ${percent(part / whole)} (${percent(middle - half)} to ${percent(middle + half)})`
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)}%`
}

function inWords(pair: JudgedPair): string {
  const heading = `${isTaken(pair) ? 'taken for one' : 'missed'}: ${pair.npis.join(' ')} ${pair.verdict}, ${pair.kind}`
  return [heading, ...pair.npis.map((npi) => `  ${rowInWords(npi)}`)].join('\n')
}

function rowInWords(npi: string): string {
  const row: PracticeRow | undefined = rows.get(npi)
  if (row === undefined) return `${npi} is in no file`
  const { address, phone, plus4 } = row.practice
  const { line_1, line_2, city, state, postal_code } = address
  const who = row.kind === 'organization' ? row.legalName : `${row.name.first} ${row.name.last}`
  const unit = units.get(npi)!.find(({ who: { npi: other } }) => other === npi)!.unitKey
  return [line_1, line_2, city, state, `${postal_code}-${plus4 ?? ''}`, phone, who, unit].join(' | ')
}
