/**
 * How long a search takes, from its parameters to the JSON of the answer, beside SQLite's own indexes in the same run.
 * Usage: `node benchmarks/search.ts <snapshot folder>`
 */
import { join } from 'node:path'
import { ProviderCard } from '@careatlas/contract/cards'
import { ProviderSearch } from '@careatlas/contract/parameters'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { knowledgeOf } from '@careatlas/search/understanding/knowledge'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment, type Segment } from '@careatlas/search/embedded/segment'
import { responseBudgetBytes } from '@careatlas/search/fit'
import { searchProviders } from '@careatlas/search/search-providers'
import { SqlitePeer } from './search/sqlite-peer.ts'

type Parameters = Partial<ProviderSearch>

const samples = 1000
const warmUp = 100
const random = randomFrom(1)

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Give the folder of a snapshot')
using snapshot = await Snapshot.open(folder)
await using engine = openEmbeddedEngine(snapshot.segmentFolder, snapshot)
const knowledge = knowledgeOf(snapshot)
const segment = readSegment(join(snapshot.segmentFolder, 'providers'))
using peer = new SqlitePeer(snapshot, everyCard(snapshot, segment))

const searches: Record<string, (card: ProviderCard) => Parameters> = {
  'first and last name': (card) => ({ ...firstName(card), ...lastName(card) }),
  'last name': (card) => lastName(card),
  'geo, 25 miles': () => positionIn(segment),
  q: (card) => ({ q: questionAbout(card) }),
  'q, 25 miles': (card) => ({ q: questionAbout(card), ...positionIn(segment) }),
}

console.log(
  `${snapshot.manifest.counts.providers} providers, ${samples} searches each, ten cards a page, one thread\n`,
)
console.log(
  '| search | p50 ms | p99 ms | SQLite p50 ms | ratio of p50 | mean total |\n|---|---|---|---|---|---|',
)
for (const [name, parametersFor] of Object.entries(searches)) {
  const requests = Array.from({ length: warmUp + samples }, () => parametersFor(someCard(snapshot, segment)))
  const { times, totals } = await timed(requests)
  const total = totals.length === 0 ? '' : (totals.reduce((a, b) => a + b, 0) / totals.length).toFixed(0)
  // SQLite has no join of words and place to compare with: its own two indexes cannot be used together.
  const [ours, theirs] = [
    percentile(times, 0.5),
    name === 'q, 25 miles' ? null : percentile(timedPeer(requests), 0.5),
  ]
  const ratio = theirs === null ? '' : (theirs / ours).toFixed(1)
  const cells = [
    name,
    ours.toFixed(2),
    percentile(times, 0.99).toFixed(2),
    theirs?.toFixed(2) ?? '',
    ratio,
    total,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

async function timed(requests: readonly Parameters[]) {
  const times: number[] = []
  const totals: number[] = []
  for (const parameters of requests) {
    const start = performance.now()
    const envelope = await searchProviders(
      ProviderSearch.parse(parameters),
      { snapshot, engine, knowledge },
      { budgetBytes: responseBudgetBytes.usual },
    )
    JSON.stringify(envelope)
    times.push(performance.now() - start)
    if (envelope.meta.total !== undefined) totals.push(envelope.meta.total)
  }
  return { times: times.slice(warmUp), totals: totals.slice(warmUp) }
}

/** A tenth of the searches: a word search takes the peer long. */
function timedPeer(requests: readonly Parameters[]): readonly number[] {
  return requests.slice(0, samples / 10).map((parameters) => {
    const start = performance.now()
    peer.search(parameters)
    return performance.now() - start
  })
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(share * times.length)]!
}

function* everyCard(cards: Snapshot, { entities, columns }: Segment): Generator<ProviderCard> {
  for (let entity = 0; entity < entities; entity++) {
    const json = cards.providerCard(idOfEntity('providers', columns.id, entity))
    yield ProviderCard.parse(JSON.parse(json ?? 'null'))
  }
}

function someCard(cards: Snapshot, { entities, columns }: Segment): ProviderCard {
  const npi = idOfEntity('providers', columns.id, random.index(entities))
  return ProviderCard.parse(JSON.parse(cards.providerCard(npi) ?? 'null'))
}

function firstName({ name }: ProviderCard): Parameters {
  return name.first === null ? {} : { first_name: name.first }
}

function lastName({ name }: ProviderCard): Parameters {
  return name.last === null ? {} : { last_name: name.last }
}

/** Where clinicians are, the more often the more of them there are. */
function positionIn({ columns }: Segment): Parameters {
  const slot = random.index(columns['geo.entity'].length)
  const point = columns['geo.start'].findLastIndex((start) => start <= slot)
  const [lat, lng] = [columns['geo.lat'][point], columns['geo.lng'][point]]
  return { lat, lng }
}

/** Such as `cardiologist Providence`. */
function questionAbout({ specialties, practice_locations: places }: ProviderCard): string {
  return `${specialties[0]?.name ?? 'doctor'} ${places[0]?.address.city ?? ''}`
}
