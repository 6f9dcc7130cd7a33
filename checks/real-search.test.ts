/** Compares the search engine with a brute-force scan, for 20,000 real and generated clinicians and their places. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { Sort } from '@careatlas/contract/envelopes'
import { foldName } from '@careatlas/directory/person-name'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { type Random, randomFrom } from '@careatlas/fixtures/random'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { findRealFile } from '@careatlas/ingest/read/real-files.fixture'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment, type Segment } from '@careatlas/search/embedded/segment'
import { assertAnswers, searches, walk } from '@careatlas/search/engine.suite'
import { oracle, type SuiteDocument } from '@careatlas/search/oracle.fixture'
import { interpretText } from '@careatlas/search/interpret-text'
import { scoreThreshold } from '@careatlas/search/score-threshold'
import { locationDocument, providerDocument } from '@careatlas/search/search-document'
import type { Collection, Query, SearchEngine } from '@careatlas/search/search-engine'
import type { Condition } from '@careatlas/search/suite-documents.fixture'
import { runYielding } from '@careatlas/search/cooperative'
import { type QueryResources, loadQueryResources } from '@careatlas/search/query/query-resources'
import { readStaticModel } from '@careatlas/vocabulary/static-model'
import { Installation } from '@careatlas/bin/command.fixture'

const realFiles = [
  'nppes/npidata_pfile_20240101-20240107.csv.gz',
  'nppes/npidata_2018-12_ct-ma-ri_practitioners.csv.gz',
  'nppes/npidata_2018-12_ma-ct-ri_organizations.csv.gz',
].flatMap((name) => findRealFile(name) ?? [])
const network = findRealFile('payers/bcbst_participating_npis_2022-04-22.csv.gz')
const skip = network === null ? 'the real files are not available' : false

const sorts: readonly Sort[] = ['relevance', 'distance', 'name']
const queriesPerSort = 8

const installation = new Installation()
let snapshot: Snapshot
let engine: SearchEngine
let resources: QueryResources
let namesOfPlaces: ReadonlyMap<string, readonly string[]>
let documents: Readonly<Record<Collection, readonly SuiteDocument[]>>
let expected: ReturnType<typeof oracle>

before(async () => {
  if (skip) return
  await ingestAll()
  const folder = snapshotFolder(installation.dataDir, readCurrentGeneration(installation.dataDir)!)
  snapshot = await Snapshot.open(folder)
  namesOfPlaces = readPlaceNames(folder)
  engine = await openEmbeddedEngine(snapshot)
  resources = await runYielding(loadQueryResources(snapshot))
  documents = {
    providers: readDocuments('providers', toProviderDocument),
    locations: readDocuments('locations', toLocationDocument),
  }
  const model = readStaticModel()
  expected = oracle([...documents.providers, ...documents.locations], (text) => model.embed(text))
})
after(async () => {
  await engine?.[Symbol.asyncDispose]()
  snapshot?.[Symbol.dispose]()
  installation[Symbol.dispose]()
})

test('the snapshot has 20,000 clinicians', { skip }, (t) => {
  assert.ok(documents.providers.length >= 20_000)
  t.diagnostic(`${documents.providers.length} clinicians, ${documents.locations.length} places`)
})

for (const [collection, conditions] of searches()) {
  test(
    `${collection} by ${conditions.join(' and ')}: every page has the results of a brute-force scan`,
    { skip },
    async (t) => {
      const random = randomFrom(conditions.length)
      let hits = 0
      for (const sort of sorts) {
        for (let round = 0; round < queriesPerSort; round++) {
          const query = await generateQuery(collection, conditions, sort, random)
          const answer = expected(query)
          await assertAnswers(engine, query, answer)
          const whole = answer({ offset: 0, limit: Infinity }).hits
          if (round === 0) assert.deepEqual(await walk(engine, query, 997), whole, JSON.stringify(query))
          hits += whole.length
        }
      }
      t.diagnostic(`${sorts.length * queriesPerSort} queries, ${hits} hits`)
    },
  )
}

async function ingestAll(): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'fictional-region-'))
  const region = writeRegion(folder.path)
  const { status, stderr } = await installation.run(
    'ingest',
    ...[...realFiles, ...region.nppes].flatMap((file) => ['--nppes', file]),
    ...region.networks.flatMap(({ code, file }) => ['--network', `${code}=${file}`]),
    '--network',
    `00890=${network}`,
    ...region.observations.flatMap((file) => ['--observations', file]),
  )
  assert.equal(status, 0, stderr)
}

// The search document of each card

function readDocuments(
  collection: Collection,
  documentOf: (segment: Segment, entity: number) => SuiteDocument,
): SuiteDocument[] {
  const segment = readSegment(join(snapshot.segmentFolder, collection))
  return Array.from({ length: segment.entities }, (_, entity) => documentOf(segment, entity))
}

function toProviderDocument({ columns }: Segment, entity: number): SuiteDocument {
  const npi = idOfEntity('providers', columns.id, entity)
  const card = ProviderCard.parse(JSON.parse(snapshot.providerCard(npi)!))
  const personNames = [card.name, ...card.other_names].map(({ first, middle, last }) => ({
    ...(first !== null && { first: foldName(first) }),
    ...(middle !== null && { middle: foldName(middle) }),
    ...(last !== null && { last: foldName(last) }),
  }))
  return { collection: 'providers', ...providerDocument(card), personNames, placeNames: [] }
}

/** A card shows one name of a place; the other names are only in the index. */
function readPlaceNames(folder: string): ReadonlyMap<string, readonly string[]> {
  using cards = new DatabaseSync(join(folder, 'cards.sqlite'), { readOnly: true })
  const rows = cards.prepare('SELECT location_uuid AS uuid, name FROM place_name').all()
  const byPlace = Map.groupBy(rows, ({ uuid }) => String(uuid))
  return new Map(Array.from(byPlace, ([uuid, names]) => [uuid, names.map(({ name }) => String(name))]))
}

/** The activity of a place depends on the whole directory, so it is read from the segment. */
function toLocationDocument({ columns, codes }: Segment, entity: number): SuiteDocument {
  const card = LocationCard.parse(
    JSON.parse(snapshot.locationCard(idOfEntity('locations', columns.id, entity))!),
  )
  const slice = columns['profile.slice'][columns['entity.profile'][entity]!]!
  const [from, to] = [columns['slice.start'][slice]!, columns['slice.start'][slice + 1]!]
  const weightedCodes = Array.from(columns['slice.code'].subarray(from, to), (code, index) => ({
    code: codes[code]!,
    weight: columns['slice.weight'][from + index]! / 100,
  }))
  return {
    collection: 'locations',
    ...locationDocument(card, weightedCodes),
    personNames: [],
    placeNames: namesOfPlaces.get(card.location_uuid) ?? [],
  }
}

// Queries for existing cards

async function generateQuery(
  collection: Collection,
  conditions: readonly Condition[],
  sort: Sort,
  random: Random,
): Promise<Query> {
  const document = random.pick(documents[collection])
  return {
    collection,
    sort,
    threshold: scoreThreshold,
    ...(conditions.includes('text') &&
      (await interpretQueryText(generateQueryText(document, random), collection))),
    ...(conditions.includes('name') && pickName(document, random)),
    ...(conditions.includes('position') && { position: pickPosition(document, random) }),
    ...(conditions.includes('carriers') && {
      carriers: [random.pick([...document.carriers, pickCarrier(random)]), pickCarrier(random)],
    }),
  }
}

function pickCarrier(random: Random): string {
  return random.pick(snapshot.carriers).code
}

async function interpretQueryText(q: string, collection: Collection): Promise<Pick<Query, 'text'>> {
  const input = { q, collection, mode: 'hybrid', geo: null, radiusMiles: undefined } as const
  return (await interpretText(input, resources)).text
}

/** Specialties in the words of patients; other queries use words of the cards. */
const specialtyQueries = (
  'heart doctor;kids dentist;ringing in ears;back pain;anxiety;nurse practitioner;hospital;pharmacy;' +
  'physical therapy center;eye doctor who speaks Spanish;female obgyn;family doctor accepting new patients;' +
  'medical center street;main street clinic;doctor'
).split(';')

function generateQueryText({ text }: SuiteDocument, random: Random): string {
  const word = random.pick(text.split(/\s+/))
  return random.pick([
    random.pick(specialtyQueries),
    `${random.pick(specialtyQueries)} ${word}`,
    text.split('\n')[0]!,
    `${word} ${random.pick(text.split(/\s+/))}`,
  ])
}

function pickName(
  document: SuiteDocument,
  random: Random,
): Required<Pick<Query, 'personName'>> | Required<Pick<Query, 'placeName'>> {
  if (document.collection === 'locations') return { placeName: document.placeNames[0] ?? 'NOWHERE' }
  const { first = 'UNKNOWN', last = 'UNKNOWN', middle = 'A' } = random.pick(document.personNames)
  return {
    personName: random.pick([{ last }, { first }, { first, last }, { last, middle: middle.slice(0, 1) }]),
  }
}

function pickPosition({ points }: SuiteDocument, random: Random): Required<Query>['position'] {
  const { lat, lng } = points[0] ?? { lat: 41.82, lng: -71.41 }
  return { lat, lng, radiusMiles: random.pick([1, 25, 100]) }
}
