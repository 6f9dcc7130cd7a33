/**
 * Search quality: nDCG@10, success@1, @5 and @10, withheld results, and the effect of typos, for a directory of every profession.
 * Usage: `npm run eval [-- --registry --misses --model FOLDER FILE.jsonl …]`; each file has further judged queries, as
 * `../shared/search/dev-queries.jsonl` does if it exists. `--registry` searches two weeks of the real registry instead, without
 * the queries that name something of the fictional directory. `--misses` lists the queries without the best result, except
 * those of half b, which are only measured. `--model` compares another model, such as the one before quantization in
 * `node_modules/.cache/training/texts/float`. `EMBEDDER` and related settings choose another embedder (`docs/loading.md`).
 */
import { existsSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { ProviderSearch } from '@careatlas/contract/parameters'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Point } from '@careatlas/directory/distance'
import { findZipPoint } from '@careatlas/directory/zip'
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
import { type JudgedQuery, readGradedLines, readNewQueries, readQueries } from './relevance/judged-queries.ts'
import { createModelVocabulary, createNameVocabulary } from './relevance/baseline-vocabularies.ts'
import { type GradedResult, gradeResult, ndcg } from './relevance/measure.ts'
import { findRegistryWeeks, needsCorpus } from './relevance/registry-weeks.ts'
import { addTypo } from './relevance/typo-queries.ts'

/** A variant of the search; the first one is that of the server. */
interface Variant {
  readonly mode: 'hybrid' | 'lexical' | 'semantic'
  readonly context: SearchContext
}

/** The result of one query. */
interface Outcome {
  readonly ndcg: number | null
  readonly isFirst: boolean
  readonly isInTopFive: boolean
  readonly isInTopTen: boolean
  readonly isEmpty: boolean
}

const { values: options, positionals } = parseArgs({
  options: {
    misses: { type: 'boolean' },
    model: { type: 'string' },
    registry: { type: 'boolean' },
  },
  allowPositionals: true,
})
const devQueriesFile = join(import.meta.dirname, '../../shared/search/dev-queries.jsonl')
const files = [...(existsSync(devQueriesFile) ? [devQueriesFile] : []), ...positionals]
const { embedder } = readConfig()
const registryWeeks = options.registry ? findRegistryWeeks() : null
if (options.registry && registryWeeks === null) {
  console.log('Skipped: the two registry files are not in ../shared/data/nppes.')
  process.exit()
}
using folder = mkdtempDisposableSync(join(tmpdir(), 'relevance-'))
const ownQueries = [...readQueries(), ...readNewQueries()]
const corpus = writeCorpus(folder.path, ownQueries.flatMap(namedPerson))
const dataDir = join(folder.path, 'data')
const sources = registryWeeks
  ? { nppes: registryWeeks.map(toSourcePath) }
  : { nppes: [toSourcePath(corpus.nppes)], observations: [toSourcePath(corpus.observations)] }
await ingest({ ...emptyRequest, ...sources, embedder }, dataDir, silentProgress)
using snapshot = await Snapshot.open(snapshotFolder(dataDir, readCurrentGeneration(dataDir)!))
await using engine = await openEmbeddedEngine(snapshot)
const queryEmbedder = await openEmbedder(embedder)
// Runs one-time initialization before the searches.
await queryEmbedder.embed(['heart'], 'query')
const vocabulary = vocabularyWithEmbedder(queryEmbedder, { onFailure: console.error, timeoutMs: 60_000 })
const context: SearchContext = {
  snapshot,
  engine,
  resources: await runYielding(loadQueryResources(snapshot, vocabulary)),
}
const serverVariant: Variant = { mode: 'hybrid', context }
/** Variants with fewer features than the server, or with a more exact model. */
const otherVariants: Readonly<Record<string, Variant>> = {
  'only lexical': { mode: 'lexical', context },
  'only semantic': { mode: 'semantic', context },
  'only code names': { mode: 'lexical', context: await withVocabulary(createNameVocabulary()) },
  ...(options.model !== undefined && {
    'other model': { mode: 'hybrid', context: await withVocabulary(createModelVocabulary(options.model)) },
  }),
}
const clinicians = readAllCards('providers', (id) =>
  ProviderCard.parse(JSON.parse(snapshot.providerCard(id)!)),
)
const places = readAllCards('locations', (id) => LocationCard.parse(JSON.parse(snapshot.locationCard(id)!)))

/** The best ten grades of any result, by the grades of a query. */
const idealGrades = new WeakMap<JudgedQuery['grades'], readonly number[]>()

const judged = [
  ...ownQueries.filter((query) => !options.registry || !needsCorpus(query)),
  ...files.flatMap((file) =>
    readGradedLines(file).map((query) => ({ ...query, set: `${basename(file, '.jsonl')}: ${query.set}` })),
  ),
]
console.log(
  `${snapshot.manifest.counts.providers} clinicians, ${places.length} places of care, ${judged.length} queries\n`,
)
const headings = [
  'queries',
  'n',
  'nDCG@10',
  'success@1',
  'success@5',
  'success@10',
  'answered',
  'with typo',
  ...Object.keys(otherVariants),
]
console.log(`| ${headings.join(' | ')} |\n|${headings.map(() => '---|').join('')}`)
for (const [set, queries] of Map.groupBy(judged, ({ set: name }) => name))
  console.log(await formatRow(set, queries))

/** Returns the person that a query names; the directory gets this person with the first best code of the query. */
function namedPerson({ wants, grades }: JudgedQuery): NamedPerson[] {
  const [first, last] = [wants.get('first'), wants.get('last')]
  if (first === undefined && last === undefined) return []
  return [{ first, last, code: grades.entries().find(([, grade]) => grade === 2)?.[0] ?? '207Q00000X' }]
}

async function withVocabulary(otherVocabulary: Vocabulary): Promise<SearchContext> {
  return { ...context, resources: await runYielding(loadQueryResources(snapshot, otherVocabulary)) }
}

async function formatRow(set: string, queries: readonly JudgedQuery[]): Promise<string> {
  const all = await measureOutcomes(queries, serverVariant)
  const answered = formatShare(all, ({ isEmpty }) => !isEmpty)
  if (/nonsense/.test(set))
    return `| ${set} | ${queries.length} | | | | | ${answered} |${' |'.repeat(headings.length - 7)}`
  const cells = [
    set,
    queries.length,
    meanNdcg(all).toFixed(3),
    formatShare(all, ({ isFirst }) => isFirst),
    formatShare(all, ({ isInTopFive }) => isInTopFive),
    formatShare(all, ({ isInTopTen }) => isInTopTen),
    answered,
    (await measureTypoEffect(queries)).toFixed(3),
  ]
  for (const variant of Object.values(otherVariants))
    cells.push(meanNdcg(await measureOutcomes(queries, variant)).toFixed(3))
  return `| ${cells.join(' | ')} |`
}

/** Returns the share of nDCG that remains if each query has a typo; queries with only short words are excluded. */
async function measureTypoEffect(queries: readonly JudgedQuery[]): Promise<number> {
  const random = randomFrom(queries.length)
  const typoPairs = queries.flatMap((clean) => {
    const text = addTypo(clean.query, random)
    return text === null ? [] : [{ clean, misspelled: { ...clean, query: text } }]
  })
  const clean = await measureOutcomes(
    typoPairs.map((pair) => pair.clean),
    serverVariant,
  )
  const misspelled = await measureOutcomes(
    typoPairs.map((pair) => pair.misspelled),
    serverVariant,
  )
  return meanNdcg(misspelled) / meanNdcg(clean)
}

async function measureOutcomes(
  queries: readonly JudgedQuery[],
  variant: Variant,
): Promise<readonly Outcome[]> {
  const all: Outcome[] = []
  for (const query of queries) all.push(await measureOutcome(query, variant))
  return all
}

async function measureOutcome(query: JudgedQuery, variant: Variant): Promise<Outcome> {
  const place = resolvePlace(query.wants.get('place'))
  const results = await findResults(query, variant)
  const ranked = results.map((result) => gradeResult(result, query, place))
  const ideal = findIdealGrades(query, place)
  const bestGrade = Math.max(1, ...ideal)
  const isListed = options.misses && variant === serverVariant && !query.set.endsWith('(b)')
  if (isListed && (ranked[0] ?? 0) < bestGrade) console.error(formatMiss(query, results, ranked))
  return {
    ndcg: ndcg(ranked, ideal),
    isFirst: ranked[0] === bestGrade,
    isInTopFive: ranked.slice(0, 5).includes(bestGrade),
    isInTopTen: ranked.includes(bestGrade),
    isEmpty: ranked.length === 0,
  }
}

/** Returns the best ten grades in the directory, which a query keeps if its text gets a typo. */
function findIdealGrades(query: JudgedQuery, place: Point | null): readonly number[] {
  const known = idealGrades.get(query.grades)
  if (known) return known
  const all = (query.set === 'places' ? places : clinicians).map((result) =>
    gradeResult(result, query, place),
  )
  const ideal = all.toSorted((a, b) => b - a).slice(0, 10)
  idealGrades.set(query.grades, ideal)
  return ideal
}

function formatMiss(
  { set, query }: JudgedQuery,
  results: readonly GradedResult[],
  grades: readonly number[],
): string {
  const found = results.slice(0, 3).map(({ codes }, index) => `${codes[0]}=${grades[index]}`)
  return [set, query, found.join(' ') || 'nothing'].join('\t')
}

async function findResults(
  { set, query }: JudgedQuery,
  { mode, context: variantContext }: Variant,
): Promise<readonly GradedResult[]> {
  const budget = { budgetBytes: responseBudgetBytes.max }
  const parameters = ProviderSearch.parse({ q: query, search_mode: mode, limit: 10, offset: 0 })
  if (set === 'places') {
    const { json } = await searchLocations(parameters, variantContext, budget)
    return (JSON.parse(json) as LocationSearchEnvelope).data.map((card) => ({
      card,
      codes: listPlaceCodes(card),
    }))
  }
  const { json } = await searchProviders(parameters, variantContext, budget)
  return (JSON.parse(json) as ProviderSearchEnvelope).data.map((card) => ({ card, codes: listCodes(card) }))
}

/** The codes of a clinician, the primary one first; a real clinician is graded by that one alone. */
function listCodes({ specialties }: ProviderCard): readonly string[] {
  const codes = specialties.toSorted((a, b) => Number(b.primary) - Number(a.primary)).map(({ code }) => code)
  return codes.slice(0, options.registry ? 1 : codes.length)
}

function listPlaceCodes({ organization_npi }: LocationCard): readonly string[] {
  const code = organization_npi === null ? undefined : corpus.codeOfPlace.get(organization_npi)
  return code === undefined ? [] : [code]
}

function readAllCards(
  collection: 'providers' | 'locations',
  readCard: (id: string) => ProviderCard | LocationCard,
): readonly GradedResult[] {
  const { columns, entities } = readSegment(join(snapshot.segmentFolder, collection))
  return Array.from({ length: entities }, (_, entity) => {
    const card = readCard(idOfEntity(collection, columns.id, entity))
    return { card, codes: 'npi' in card ? listCodes(card) : listPlaceCodes(card) }
  })
}

function resolvePlace(text: string | undefined): Point | null {
  if (text === undefined) return null
  const zip = /^\d{5}$/.exec(text)
  if (zip) return findZipPoint(text)
  const [town = '', state = ''] = text.split(', ')
  return context.resources.gazetteer.city(town.toLowerCase(), state)
}

function meanNdcg(all: readonly Outcome[]): number {
  const gains = all.flatMap(({ ndcg: gain }) => gain ?? [])
  return gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length)
}

function formatShare(all: readonly Outcome[], holds: (outcome: Outcome) => boolean): string {
  return (all.filter(holds).length / all.length).toFixed(3)
}
