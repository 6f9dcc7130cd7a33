/**
 * Search quality: nDCG@10, success@1 and @10, withheld results, and the effect of typos, for a directory of every profession.
 * Usage: `npm run eval [-- --misses --float FILE.jsonl …]`; each file has further judged queries, as
 * `../shared/search/dev-queries.jsonl` does if it exists. `--misses` lists the queries without the best result, `--float` trains
 * the model again (minutes) to compare it before quantization. `EMBEDDER` and related settings choose another embedder
 * (`docs/loading.md`).
 */
import { existsSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { ProviderSearch } from '@careatlas/contract/parameters'
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { zipPoint } from '@careatlas/directory/zip'
import { randomFrom } from '@careatlas/fixtures/random'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment } from '@careatlas/search/embedded/segment'
import { responseBudgetBytes } from '@careatlas/search/truncate'
import { searchLocations } from '@careatlas/search/search-locations'
import { searchProviders } from '@careatlas/search/search-providers'
import type { SearchContext } from '@careatlas/search/search-context'
import { runYielding } from '@careatlas/search/cooperative'
import {
  loadQueryResources,
  type Vocabulary,
  vocabularyWithEmbedder,
} from '@careatlas/search/query/query-resources'
import { readConfig } from '@careatlas/server/config'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { type NamedPerson, writeCorpus } from './relevance/corpus.ts'
import { type JudgedQuery, readGradedLines, readQueries } from './relevance/judged-queries.ts'
import { floatVocabulary, namesOfCodes } from './relevance/baseline-vocabularies.ts'
import { type Answer, gradeOf, ndcg } from './relevance/measure.ts'
import { misspelled } from './relevance/typo-queries.ts'

/** A variant of the search; the first one is that of the server. */
interface Way {
  readonly mode: 'hybrid' | 'lexical' | 'semantic'
  readonly served: SearchContext
}

/** The result of one query. */
interface Outcome {
  readonly ndcg: number | null
  readonly first: boolean
  readonly amongTen: boolean
  readonly empty: boolean
}

const { values: options, positionals } = parseArgs({
  options: {
    misses: { type: 'boolean' },
    float: { type: 'boolean' },
  },
  allowPositionals: true,
})
const developing = join(import.meta.dirname, '../../shared/search/dev-queries.jsonl')
const files = [...(existsSync(developing) ? [developing] : []), ...positionals]
const { embedder } = readConfig()
using folder = mkdtempDisposableSync(join(tmpdir(), 'relevance-'))
const own = readQueries()
const corpus = writeCorpus(folder.path, own.flatMap(namedPerson))
const dataDir = join(folder.path, 'data')
const request = {
  ...emptyRequest,
  nppes: [toSourcePath(corpus.nppes)],
  observations: [toSourcePath(corpus.observations)],
  embedder,
}
await ingest(request, dataDir, silentProgress)
using snapshot = await Snapshot.open(snapshotFolder(dataDir, currentGeneration(dataDir)!))
await using engine = await openEmbeddedEngine(snapshot)
const opened = await openEmbedder(embedder)
// Initializes everything that happens only once.
await opened.embed(['heart'], 'query')
const vocabulary = vocabularyWithEmbedder(opened, { onFailure: console.error, timeoutMs: 60_000 })
const served: SearchContext = {
  snapshot,
  engine,
  resources: await runYielding(loadQueryResources(snapshot, vocabulary)),
}
const full: Way = { mode: 'hybrid', served }
/** Variants with less than the server uses, or more exact ones. */
const others: Readonly<Record<string, Way>> = {
  'only lexical': { mode: 'lexical', served },
  'only semantic': { mode: 'semantic', served },
  'only code names': { mode: 'lexical', served: await withVocabulary(namesOfCodes()) },
  ...(options.float && {
    'model before int8': { mode: 'hybrid', served: await withVocabulary(floatVocabulary()) },
  }),
}
const clinicians = allCards('providers', (id) => ProviderCard.parse(JSON.parse(snapshot.providerCard(id)!)))
const places = allCards('locations', (id) => LocationCard.parse(JSON.parse(snapshot.locationCard(id)!)))

const judged = [
  ...own,
  ...files.flatMap((file) =>
    readGradedLines(file).map((query) => ({ ...query, set: `${basename(file, '.jsonl')}: ${query.set}` })),
  ),
]
console.log(
  `${snapshot.manifest.counts.providers} clinicians, ${places.length} places of care, ${judged.length} queries\n`,
)
const heads = [
  'queries',
  'n',
  'nDCG@10',
  'success@1',
  'success@10',
  'answered',
  'with typo',
  ...Object.keys(others),
]
console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}`)
for (const [set, queries] of Map.groupBy(judged, ({ set: name }) => name))
  console.log(await row(set, queries))

/** The person that a query names, who is in the directory with the first best code of the query. */
function namedPerson({ wants, grades }: JudgedQuery): NamedPerson[] {
  const [first, last] = [wants.get('first'), wants.get('last')]
  if (first === undefined && last === undefined) return []
  return [{ first, last, code: grades.entries().find(([, grade]) => grade === 2)?.[0] ?? '207Q00000X' }]
}

async function withVocabulary(lesser: Vocabulary): Promise<SearchContext> {
  return { ...served, resources: await runYielding(loadQueryResources(snapshot, lesser)) }
}

async function row(set: string, queries: readonly JudgedQuery[]): Promise<string> {
  const all = await outcomes(queries, full)
  const answered = share(all, ({ empty }) => !empty)
  if (/nonsense/.test(set))
    return `| ${set} | ${queries.length} | | | | ${answered} |${' |'.repeat(heads.length - 6)}`
  const cells = [
    set,
    queries.length,
    meanGain(all).toFixed(3),
    share(all, ({ first }) => first),
    share(all, ({ amongTen }) => amongTen),
    answered,
    (await keptAfterSlips(queries)).toFixed(3),
  ]
  for (const way of Object.values(others)) cells.push(meanGain(await outcomes(queries, way)).toFixed(3))
  return `| ${cells.join(' | ')} |`
}

/** The share of nDCG that remains if each query has a typo; queries that are too short are excluded. */
async function keptAfterSlips(queries: readonly JudgedQuery[]): Promise<number> {
  const random = randomFrom(queries.length)
  const slips = queries.flatMap((clean) => {
    const text = misspelled(clean.query, random)
    return text === null ? [] : [{ clean, slipped: { ...clean, query: text } }]
  })
  const clean = await outcomes(
    slips.map((slip) => slip.clean),
    full,
  )
  const slipped = await outcomes(
    slips.map((slip) => slip.slipped),
    full,
  )
  return meanGain(slipped) / meanGain(clean)
}

async function outcomes(queries: readonly JudgedQuery[], way: Way): Promise<readonly Outcome[]> {
  const all: Outcome[] = []
  for (const query of queries) all.push(await outcomeOf(query, way))
  return all
}

async function outcomeOf(query: JudgedQuery, way: Way): Promise<Outcome> {
  const place = placeOf(query.wants.get('place'))
  const grade = (answer: Answer): number => gradeOf(answer, query, place)
  const answers = await answersTo(query, way)
  const ranked = answers.map(grade)
  const possible = (query.set === 'places' ? places : clinicians).map(grade)
  const most = Math.max(1, ...possible)
  if (options.misses && way === full && (ranked[0] ?? 0) < most) console.error(missed(query, answers, ranked))
  return {
    ndcg: ndcg(ranked, possible),
    first: ranked[0] === most,
    amongTen: ranked.includes(most),
    empty: ranked.length === 0,
  }
}

function missed({ set, query }: JudgedQuery, answers: readonly Answer[], grades: readonly number[]): string {
  const found = answers.slice(0, 3).map(({ codes }, at) => `${codes[0]}=${grades[at]}`)
  return [set, query, found.join(' ') || 'nothing'].join('\t')
}

async function answersTo(
  { set, query }: JudgedQuery,
  { mode, served: context }: Way,
): Promise<readonly Answer[]> {
  const budget = { budgetBytes: responseBudgetBytes.max }
  const parameters = ProviderSearch.parse({ q: query, search_mode: mode, limit: 10, offset: 0 })
  if (set === 'places') {
    const { json } = await searchLocations(parameters, context, budget)
    return (JSON.parse(json) as LocationSearchEnvelope).data.map((card) => ({
      card,
      codes: codesOfPlace(card),
    }))
  }
  const { json } = await searchProviders(parameters, context, budget)
  return (JSON.parse(json) as ProviderSearchEnvelope).data.map((card) => ({ card, codes: codesOf(card) }))
}

function codesOf({ specialties }: ProviderCard): readonly string[] {
  return specialties.toSorted((a, b) => Number(b.primary) - Number(a.primary)).map(({ code }) => code)
}

function codesOfPlace({ organization_npi }: LocationCard): readonly string[] {
  const code = organization_npi === null ? undefined : corpus.codeOfPlace.get(organization_npi)
  return code === undefined ? [] : [code]
}

function allCards(
  collection: 'providers' | 'locations',
  cardOf: (id: string) => ProviderCard | LocationCard,
): readonly Answer[] {
  const { columns, entities } = readSegment(join(snapshot.segmentFolder, collection))
  return Array.from({ length: entities }, (_, entity) => {
    const card = cardOf(idOfEntity(collection, columns.id, entity))
    return { card, codes: 'npi' in card ? codesOf(card) : codesOfPlace(card) }
  })
}

function placeOf(named: string | undefined): { lat: number; lng: number } | null {
  if (named === undefined) return null
  const zip = /^\d{5}$/.exec(named)
  if (zip) return zipPoint(named)
  const [town = '', state = ''] = named.split(', ')
  return served.resources.gazetteer.city(town.toLowerCase(), state)
}

function meanGain(all: readonly Outcome[]): number {
  const gains = all.flatMap(({ ndcg: gain }) => gain ?? [])
  return gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length)
}

function share(all: readonly Outcome[], holds: (outcome: Outcome) => boolean): string {
  return (all.filter(holds).length / all.length).toFixed(3)
}
