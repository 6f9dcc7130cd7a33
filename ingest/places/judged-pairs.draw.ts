/**
 * Draws the difficult pairs of practice addresses for `judged-pairs.tsv`. It does not use `addressKey`, which the pairs test.
 *
 *     node ingest/places/judged-pairs.draw.ts first|fresh > pairs.txt
 *
 * Writes two rows for each pair, in an order that does not suggest a verdict. Draws each spelling once, and each building,
 * telephone number or name once per kind, so that one hospital does not fill the list. The order within a kind is that of a
 * digest of the two NPIs, so that every run draws the same pairs. `first` draws the first pairs of each kind, `fresh` the next
 * ones.
 */
import { createHash } from 'node:crypto'
import { compareText } from '../ordering.ts'
import { type PracticeRow, practiceRows } from './practice-rows.fixture.ts'

/** A row with its address in the form that the kinds of pairs compare. */
interface Candidate {
  readonly row: PracticeRow
  /** Both lines in upper case, with single spaces. */
  readonly line: string
  readonly number: string
  /** The words after the house number. */
  readonly street: readonly string[]
  readonly zip: string
  readonly city: string
  readonly state: string
  readonly phone: string
  readonly name: string
}

type Pair = readonly [Candidate, Candidate]

interface PairKind {
  readonly name: string
  readonly first: number
  readonly fresh: number
  /** Only candidates of the same block are compared; null excludes a candidate. */
  readonly block: (candidate: Candidate) => string | null
  readonly isDifficult: (one: Candidate, other: Candidate) => boolean
}

const kinds: readonly PairKind[] = [
  {
    name: 'a name before the house number',
    first: 35,
    fresh: 11,
    block: ({ zip, number }) => number && `${zip} ${number}`,
    isDifficult: (one, other) => /^[^\d]/.test(one.line) !== /^[^\d]/.test(other.line),
  },
  {
    name: 'one building and street, other words after',
    first: 60,
    fresh: 34,
    block: ({ zip, number, street }) => number && `${zip} ${number} ${street[0]} ${street[1]}`,
    isDifficult: () => true,
  },
  {
    name: 'one building, another spelling of the street',
    first: 40,
    fresh: 18,
    block: ({ zip, number }) => number && `${zip} ${number}`,
    isDifficult: (one, other) => one.street.some((word) => word.length > 2 && other.street.includes(word)),
  },
  {
    name: 'one building and street word in another city or ZIP code',
    first: 35,
    fresh: 13,
    block: ({ state, zip, number, street }) => number && `${state} ${zip.slice(0, 3)} ${number} ${street[0]}`,
    isDifficult: (one, other) => one.city !== other.city || one.zip !== other.zip,
  },
  {
    name: 'one phone',
    first: 40,
    fresh: 18,
    block: ({ phone, zip }) => phone && `${phone} ${zip.slice(0, 3)}`,
    isDifficult: () => true,
  },
  {
    name: 'one organization name',
    first: 25,
    fresh: 9,
    block: ({ name, zip }) => name && `${name} ${zip.slice(0, 3)}`,
    isDifficult: () => true,
  },
  {
    name: 'a letter or a digit apart',
    first: 25,
    fresh: 10,
    block: ({ zip }) => zip,
    isDifficult: (one, other) => isOneEditApart(one.line, other.line),
  },
]

const draw = process.argv[2]
if (draw !== 'first' && draw !== 'fresh')
  throw new Error('usage: node ingest/places/judged-pairs.draw.ts first|fresh')
const candidates = [...(await practiceRows()).values()].map(toCandidate)
const drawnSpellings = new Set<string>()
const pools = kinds.map((kind) => ({ kind, pairs: drawPairs(kind) }))
const first = pools.flatMap(({ kind, pairs }) => take(pairs, kind.first))
const drawn = draw === 'first' ? first : pools.flatMap(({ kind, pairs }) => take(pairs, kind.fresh))
for (const pair of drawn.toSorted(byRank)) console.log(format(pair))

function toCandidate(row: PracticeRow): Candidate {
  const { line_1, line_2, city, state, postal_code } = row.practice.address
  const line = normalize(`${line_1 ?? ''} ${line_2 ?? ''}`)
  const [, number = '', street = ''] = /(?:^| )(\d+[A-Z]?) (.+)$/.exec(line) ?? []
  return {
    row,
    line,
    number,
    street: street.split(' '),
    zip: postal_code ?? '',
    city: normalize(city ?? ''),
    state: state ?? '',
    phone: row.practice.phone ?? '',
    name: row.kind === 'organization' ? normalize(row.legalName ?? '') : '',
  }
}

function normalize(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9#]+/g, ' ')
    .trim()
}

/** At most one pair of each block, in the order of their ranks. */
function drawPairs(kind: PairKind): Pair[] {
  const blocks = Map.groupBy(candidates, (candidate) => kind.block(candidate) || null)
  blocks.delete(null)
  return Array.from(blocks.values(), (members) => findFirstPair(kind, members))
    .flat()
    .toSorted(byRank)
}

/** Up to `count` pairs, without spellings that an earlier pair has. */
function take(pairs: readonly Pair[], count: number): Pair[] {
  const found: Pair[] = []
  for (const pair of pairs) {
    if (found.length === count) break
    if (pair.some((candidate) => drawnSpellings.has(spellingKey(candidate)))) continue
    for (const candidate of pair) drawnSpellings.add(spellingKey(candidate))
    found.push(pair)
  }
  return found
}

/** The pair of different spellings with the lowest rank, if there is one. */
function findFirstPair(kind: PairKind, members: readonly Candidate[]): Pair[] {
  const pairs = members.flatMap((one, index) =>
    members
      .slice(index + 1)
      .filter((other) => spellingKey(one) !== spellingKey(other) && kind.isDifficult(one, other))
      .map((other): Pair => [one, other]),
  )
  return pairs.toSorted(byRank).slice(0, 1)
}

function byRank(a: Pair, b: Pair): number {
  return compareText(rank(a), rank(b))
}

function spellingKey({ line, city, state, zip }: Candidate): string {
  return [line, city, state, zip].join('|')
}

function rank([one, other]: Pair): string {
  return createHash('sha256').update(`${one.row.npi} ${other.row.npi}`).digest('hex')
}

/** Whether the texts differ by one inserted, removed or changed character. */
function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return Math.max(one.length, other.length) - start - end === 1
}

function format(pair: Pair): string {
  return [`${pair[0].row.npi} ${pair[1].row.npi}`, ...pair.map(({ row }) => formatRow(row)), ''].join('\n')
}

function formatRow(row: PracticeRow): string {
  const { line_1, line_2, city, state, postal_code } = row.practice.address
  const who = row.kind === 'organization' ? row.legalName : `${row.name.first} ${row.name.last}`
  return `  ${[line_1, line_2, city, state, postal_code].join(' | ')} | ${row.practice.phone} | ${who}`
}
