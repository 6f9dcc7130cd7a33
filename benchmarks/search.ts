/**
 * How long a search takes, from its parameters to the JSON of the answer.
 * Usage: `node benchmarks/search.ts <snapshot folder>`
 */
import { join } from 'node:path'
import { ProviderCard } from '@careatlas/contract/cards'
import { ProviderSearch } from '@careatlas/contract/parameters'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment, type Segment } from '@careatlas/search/embedded/segment'
import { responseBudgetBytes } from '@careatlas/search/fit'
import { searchProviders } from '@careatlas/search/search-providers'

type Parameters = Partial<ProviderSearch>

const samples = 1000
const warmUp = 100
const random = randomFrom(1)

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Give the folder of a snapshot')
using snapshot = await Snapshot.open(folder)
await using engine = openEmbeddedEngine(snapshot.segmentFolder, snapshot)
const segment = readSegment(join(snapshot.segmentFolder, 'providers'))

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
console.log('| search | p50 ms | p99 ms | mean total |\n|---|---|---|---|')
for (const [name, parametersFor] of Object.entries(searches)) {
  const requests = Array.from({ length: warmUp + samples }, () => parametersFor(someCard(snapshot, segment)))
  const { times, totals } = await timed(requests)
  const total = totals.length === 0 ? '' : (totals.reduce((a, b) => a + b, 0) / totals.length).toFixed(0)
  console.log(`| ${name} | ${percentile(times, 0.5)} | ${percentile(times, 0.99)} | ${total} |`)
}

async function timed(requests: readonly Parameters[]) {
  const times: number[] = []
  const totals: number[] = []
  for (const parameters of requests) {
    const start = performance.now()
    const envelope = await searchProviders(
      ProviderSearch.parse(parameters),
      { snapshot, engine },
      { budgetBytes: responseBudgetBytes.usual },
    )
    JSON.stringify(envelope)
    times.push(performance.now() - start)
    if (envelope.meta.total !== undefined) totals.push(envelope.meta.total)
  }
  return { times: times.slice(warmUp), totals: totals.slice(warmUp) }
}

function percentile(times: readonly number[], share: number): string {
  return times.toSorted((a, b) => a - b)[Math.floor(share * times.length)]!.toFixed(2)
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
