/**
 * Measures how well the code joins judged pairs of practice addresses: precision and recall with 95% Wilson intervals, in
 * total and by kind, and with `--misses` every pair that it gets wrong.
 *
 *     node ingest/places/judged-pairs.measure.ts ingest/places/judged-pairs.tsv [--misses]
 */
import { isOnePlace, type JudgedPair, readJudgedPairs, createJoinCheck } from './judged-pairs.fixture.ts'
import { allPracticeRows, type PracticeRow } from './practice-rows.fixture.ts'
import { groupUnitsByNpi } from './real-address-records.fixture.ts'

const [file, ...options] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: node ingest/places/judged-pairs.measure.ts TABLE [--misses]')
const rows = await allPracticeRows()
const units = groupUnitsByNpi([...rows.values()])
const isJoined = createJoinCheck(units)
const pairs = readJudgedPairs(file)

report('all', pairs)
for (const [kind, pairsOfKind] of Map.groupBy(pairs, (pair) => pair.kind)) report(kind, pairsOfKind)
if (options.includes('--misses')) for (const pair of pairs.filter(isWrong)) console.log(format(pair))

function report(name: string, reported: readonly JudgedPair[]): void {
  const joined = reported.filter(isJoined)
  const onePlace = reported.filter(isOnePlace)
  const same = reported.filter(({ verdict }) => verdict === 'same')
  const unclear = reported.filter(({ verdict }) => verdict === 'unclear')
  const decided = joined.filter(({ verdict }) => verdict !== 'unclear')
  console.log(`${name}: ${reported.length} pairs`)
  console.log(`  precision             ${share(decided.filter(isOnePlace), decided)}`)
  console.log(`  recall, same          ${share(same.filter(isJoined), same)}`)
  console.log(`  recall, same or omits ${share(onePlace.filter(isJoined), onePlace)}`)
  console.log(`  unclear, joined       ${unclear.filter(isJoined).length} of ${unclear.length}`)
}

function isWrong(pair: JudgedPair): boolean {
  return isJoined(pair) !== isOnePlace(pair)
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

function format(pair: JudgedPair): string {
  const heading = `${isJoined(pair) ? 'wrongly joined' : 'missed'}: ${pair.npis.join(' ')} ${pair.verdict}, ${pair.kind}`
  return [heading, ...pair.npis.map((npi) => `  ${formatRow(npi)}`)].join('\n')
}

function formatRow(npi: string): string {
  const row: PracticeRow | undefined = rows.get(npi)
  if (row === undefined) return `${npi} is in no file`
  const { address, phone, plus4 } = row.practice
  const { line_1, line_2, city, state, postal_code } = address
  const who = row.kind === 'organization' ? row.legalName : `${row.name.first} ${row.name.last}`
  const unit = units.get(npi)!.find(({ who: { npi: other } }) => other === npi)!.unitKey
  return [line_1, line_2, city, state, `${postal_code}-${plus4 ?? ''}`, phone, who, unit].join(' | ')
}
