/**
 * Draws the difficult pairs of practice addresses for `judged-pairs.tsv`. It does not use `addressKey`, which the pairs test.
 *
 *     node ingest/places/judged-pairs.draw.ts first|fresh > pairs.txt
 *
 * Writes two rows for each pair, in an order that does not suggest a verdict. Draws each spelling once, and each house,
 * telephone number or name once per kind, so that one hospital does not fill the list. The order within a kind is that of a
 * digest of the two NPIs, so that every run draws the same pairs. `first` takes the first pairs of each kind, `fresh` the next.
 */
import { createHash } from 'node:crypto'
import { compareText } from '../ordering.ts'
import { type PracticeRow, practiceRows } from './practice-rows.fixture.ts'

/** A row with its address in the form that the kinds of pairs compare. */
interface Candidate {
  readonly row: PracticeRow
  /** Both lines in upper case, with single spaces. */
  readonly line: string
  readonly house: string
  /** The words after the house number. */
  readonly street: readonly string[]
  readonly zip: string
  readonly city: string
  readonly state: string
  readonly phone: string
  readonly name: string
}

type Pair = readonly [Candidate, Candidate]

interface KindOfPair {
  readonly name: string
  readonly first: number
  readonly fresh: number
  /** Only candidates of the same block are compared; null excludes a candidate. */
  readonly block: (one: Candidate) => string | null
  readonly holds: (one: Candidate, other: Candidate) => boolean
}

const kinds: readonly KindOfPair[] = [
  {
    name: 'a name before the house number',
    first: 35,
    fresh: 11,
    block: ({ zip, house }) => house && `${zip} ${house}`,
    holds: (one, other) => /^[^\d]/.test(one.line) !== /^[^\d]/.test(other.line),
  },
  {
    name: 'one house and street, other words after',
    first: 60,
    fresh: 34,
    block: ({ zip, house, street }) => house && `${zip} ${house} ${street[0]} ${street[1]}`,
    holds: () => true,
  },
  {
    name: 'one house, another spelling of the street',
    first: 40,
    fresh: 18,
    block: ({ zip, house }) => house && `${zip} ${house}`,
    holds: (one, other) => one.street.some((word) => word.length > 2 && other.street.includes(word)),
  },
  {
    name: 'one house and street word in another city or ZIP code',
    first: 35,
    fresh: 13,
    block: ({ state, zip, house, street }) => house && `${state} ${zip.slice(0, 3)} ${house} ${street[0]}`,
    holds: (one, other) => one.city !== other.city || one.zip !== other.zip,
  },
  {
    name: 'one phone',
    first: 40,
    fresh: 18,
    block: ({ phone, zip }) => phone && `${phone} ${zip.slice(0, 3)}`,
    holds: () => true,
  },
  {
    name: 'one organization name',
    first: 25,
    fresh: 9,
    block: ({ name, zip }) => name && `${name} ${zip.slice(0, 3)}`,
    holds: () => true,
  },
  {
    name: 'a letter or a digit apart',
    first: 25,
    fresh: 10,
    block: ({ zip }) => zip,
    holds: (one, other) => isOneEditApart(one.line, other.line),
  },
]

const draw = process.argv[2]
if (draw !== 'first' && draw !== 'fresh') throw new Error('say which draw: first or fresh')
const candidates = [...(await practiceRows()).values()].map(candidateOf)
const taken = new Set<string>()
const pools = kinds.map((kind) => ({ kind, pairs: pairsOf(kind) }))
const first = pools.flatMap(({ kind, pairs }) => take(pairs, kind.first))
const drawn = draw === 'first' ? first : pools.flatMap(({ kind, pairs }) => take(pairs, kind.fresh))
for (const pair of drawn.toSorted(byRank)) console.log(inWords(pair))

function candidateOf(row: PracticeRow): Candidate {
  const { line_1, line_2, city, state, postal_code } = row.practice.address
  const line = plain(`${line_1 ?? ''} ${line_2 ?? ''}`)
  const [, house = '', street = ''] = /(?:^| )(\d+[A-Z]?) (.+)$/.exec(line) ?? []
  return {
    row,
    line,
    house,
    street: street.split(' '),
    zip: postal_code ?? '',
    city: plain(city ?? ''),
    state: state ?? '',
    phone: row.practice.phone ?? '',
    name: row.kind === 'organization' ? plain(row.legalName ?? '') : '',
  }
}

function plain(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9#]+/g, ' ')
    .trim()
}

/** At most one pair of each block, in the order of the draw. */
function pairsOf(kind: KindOfPair): Pair[] {
  const blocks = Map.groupBy(candidates, (one) => kind.block(one) || null)
  blocks.delete(null)
  return Array.from(blocks.values(), (members) => lowest(kind, members))
    .flat()
    .toSorted(byRank)
}

/** Up to `count` pairs, without spellings that an earlier pair has. */
function take(pairs: readonly Pair[], count: number): Pair[] {
  const found: Pair[] = []
  for (const pair of pairs) {
    if (found.length === count) break
    if (pair.some((one) => taken.has(spelling(one)))) continue
    for (const one of pair) taken.add(spelling(one))
    found.push(pair)
  }
  return found
}

/** The first pair of different spellings in the order of the draw, if there is one. */
function lowest(kind: KindOfPair, members: readonly Candidate[]): Pair[] {
  const pairs = members.flatMap((one, at) =>
    members
      .slice(at + 1)
      .filter((other) => spelling(one) !== spelling(other) && kind.holds(one, other))
      .map((other): Pair => [one, other]),
  )
  return pairs.toSorted(byRank).slice(0, 1)
}

function byRank(a: Pair, b: Pair): number {
  return compareText(rank(a), rank(b))
}

function spelling({ line, city, state, zip }: Candidate): string {
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

function inWords(pair: Pair): string {
  return [`${pair[0].row.npi} ${pair[1].row.npi}`, ...pair.map(({ row }) => rowInWords(row)), ''].join('\n')
}

function rowInWords(row: PracticeRow): string {
  const { line_1, line_2, city, state, postal_code } = row.practice.address
  const who = row.kind === 'organization' ? row.legalName : `${row.name.first} ${row.name.last}`
  return `  ${[line_1, line_2, city, state, postal_code].join(' | ')} | ${row.practice.phone} | ${who}`
}
