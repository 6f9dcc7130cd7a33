/**
 * How many judged pairs of practice addresses the code takes for one place: precision, recall and what it misses.
 *
 *     node ingest/places/judged-pairs.measure.ts ingest/places/judged-pairs.tsv [--misses]
 *
 * A line is NPI, NPI and verdict; the comment before it says the kind of pair.
 */
import { readFileSync } from 'node:fs'
import { allPracticeRows, type PracticeRow } from './practice-rows.fixture.ts'
import { doorsByNpi } from './real-mentions.fixture.ts'

const [file = '', ...options] = process.argv.slice(2)
const rows = await allPracticeRows()
const doors = doorsByNpi([...rows.values()])
let kind = ''
const pairs = readFileSync(file, 'utf8')
  .split('\n')
  .flatMap((line) => {
    if (line.startsWith('# ')) kind = line.slice(2)
    const [, one, other, verdict] = /^(\d{10})\s(\d{10})\s(\w+)/.exec(line) ?? []
    if (one === undefined || other === undefined || verdict === undefined) return []
    return [{ one, other, verdict, kind, taken: doors.has(one) && doors.get(one) === doors.get(other) }]
  })
type Pair = (typeof pairs)[number]

report('all', pairs)
const kinds = Map.groupBy(pairs, ({ kind }) => kind)
if (kinds.size > 1) for (const [kind, some] of kinds) report(kind, some)
if (options.includes('--misses')) {
  const wrong = pairs.filter(
    ({ verdict, taken }) => taken !== isOne(verdict) && (taken || verdict !== 'unclear'),
  )
  for (const pair of wrong) console.log(inWords(pair))
}

function report(name: string, some: readonly Pair[]): void {
  const of = (...verdicts: readonly string[]) => some.filter(({ verdict }) => verdicts.includes(verdict))
  const taken = (those: readonly Pair[]) => those.filter((pair) => pair.taken).length
  const judged = of('same', 'omits', 'different')
  console.log(`${name}: ${some.length} pairs`)
  console.log(`  precision            ${share(taken(of('same', 'omits')), taken(judged))}`)
  console.log(`  recall, same         ${share(taken(of('same')), of('same').length)}`)
  console.log(`  recall, same + omits ${share(taken(of('same', 'omits')), of('same', 'omits').length)}`)
  console.log(`  unclear taken        ${taken(of('unclear'))} of ${of('unclear').length}`)
}

function isOne(verdict: string): boolean {
  return verdict === 'same' || verdict === 'omits'
}

/** With the Wilson interval of 95%. */
function share(part: number, whole: number): string {
  if (whole === 0) return 'none'
  const z = 1.96
  const [p, n] = [part / whole, whole]
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n)
  const percent = (value: number) => (100 * Math.min(1, Math.max(0, value))).toFixed(1)
  return `${part} of ${whole}: ${percent(p)}% (${percent(middle - half)} to ${percent(middle + half)})`
}

function inWords({ one, other, verdict, kind, taken }: Pair): string {
  return [
    `${taken ? 'TAKEN FOR ONE' : 'missed'}: ${one} ${other} ${verdict} ${kind}`,
    ...[one, other].map((npi) => {
      const row = rows.get(npi)
      return row === undefined
        ? `  ${npi} is in no file`
        : `  ${rowInWords(row)} | ${doors.get(npi)!.find(({ who }) => who.npi === npi)!.door}`
    }),
  ].join('\n')
}

function rowInWords(row: PracticeRow): string {
  const { address, phone, plus4 } = row.practice
  const { line_1, line_2, city, state, postal_code } = address
  const who = row.kind === 'organization' ? row.legalName : `${row.name.first} ${row.name.last}`
  return [line_1, line_2, city, state, `${postal_code}-${plus4 ?? ''}`, phone, who].join(' | ')
}
