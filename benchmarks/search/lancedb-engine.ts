/** The same cards in LanceDB, with the indexes that its documentation recommends, and the vectors of our model. */
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultRadiusMiles } from '@careatlas/contract/parameters'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import { dimension, readStaticModel } from '@careatlas/vocabulary/static-model'
import { type CandidateEngine, toResponse, type Request } from './candidate-engine.ts'
import { boundingBox } from './bounding-box.ts'
import type { Arrow, LanceDb, LanceReranker, LanceTable } from './lancedb.ts'
import { importEnginePackage } from './external-engine-package.ts'
import { type Batches, clinicianBatches, placeBatches } from './external-engine-rows.ts'
import type { ExternalEngine, ExternalEngineSource } from './external-engine.ts'

/**
 * Candidates that are compared exactly, as a multiple of the page. Without them, the index misses a quarter of the nearest vectors
 * of a million.
 */
const refineFactor = 5

interface Tables {
  readonly clinician: LanceTable
  readonly place: LanceTable
  readonly reranker: LanceReranker
}

const model = readStaticModel()

export async function openLanceDb({
  snapshotFolder,
  packagesFolder,
}: ExternalEngineSource): Promise<ExternalEngine | null> {
  const lance = await importEnginePackage(packagesFolder, '@lancedb/lancedb')
  const arrow = await importEnginePackage(packagesFolder, 'apache-arrow')
  if (lance === null || arrow === null) return null
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(mkdtempDisposableSync(join(tmpdir(), 'lancedb-peer-')))
  const { Index, rerankers, ...lancedb } = (lance.module as { readonly default: LanceDb }).default
  const database = await lancedb.connect(folder.path)
  opened.defer(() => database.close())
  const { clinicianSchema, placeSchema } = createSchemas(
    (arrow.module as { readonly default: Arrow }).default,
  )
  const tables: Tables = {
    clinician: await database.createEmptyTable('clinician', clinicianSchema),
    place: await database.createEmptyTable('place', placeSchema),
    reranker: await rerankers.RRFReranker.create(),
  }
  await addAll(tables.clinician, clinicianBatches(snapshotFolder))
  await addAll(tables.place, placeBatches(snapshotFolder))
  for (const column of ['npi', 'last', 'first', 'lat', 'lng'])
    await tables.clinician.createIndex(column, { config: Index.btree() })
  await tables.clinician.createIndex('carriers', { config: Index.labelList() })
  for (const table of [tables.clinician, tables.place]) {
    await table.createIndex('prose', { config: Index.fts() })
    await table.createIndex('vector', { config: Index.ivfRq({ distanceType: 'cosine' }) })
  }
  const closing = opened.move()
  return {
    candidates: [toCandidate(lance.version, tables)],
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

function createSchemas({ Schema, Field, Utf8, Float64, Float32, List, FixedSizeList }: Arrow) {
  const texts = (...names: string[]) => names.map((name) => new Field(name, new Utf8(), true))
  const numbers = (...names: string[]) => names.map((name) => new Field(name, new Float64(), true))
  const vector = new Field(
    'vector',
    new FixedSizeList(dimension, new Field('item', new Float32(), true)),
    true,
  )
  const carriers = new Field('carriers', new List(new Field('item', new Utf8(), true)), true)
  return {
    clinicianSchema: new Schema([
      ...texts('npi', 'last', 'first', 'prose', 'card'),
      ...numbers('lat', 'lng'),
      carriers,
      vector,
    ]),
    placeSchema: new Schema([...texts('uuid', 'prose', 'card'), vector]),
  }
}

/** Each batch becomes a fragment; compaction merges the fragments and deletes the old ones. */
async function addAll(table: LanceTable, batches: Batches<{ readonly prose: string }>): Promise<void> {
  for (const batch of batches)
    await table.add(batch.map((row) => ({ ...row, vector: Array.from(model.embed(row.prose)) })))
  await table.optimize({ cleanupOlderThan: new Date() })
}

function toCandidate(version: string, tables: Tables): CandidateEngine {
  return {
    name: 'LanceDB',
    note:
      `${version}; B-trees, label list over carriers, full text (any word, BM25) and IVF_RQ (cosine, refine factor ${refineFactor}) ` +
      'over vectors of our model, combined by reciprocal rank fusion; queries with text use a bounding box instead of a circle; without text, the circle, count and order are computed from all rows of the box',
    supports: () => true,
    respond: async (request) => toResponse(await runRequest(request, tables)),
  }
}

type Rows = readonly { readonly card: string }[]

async function runRequest(request: Request, tables: Tables): Promise<Rows> {
  const { clinician, place } = tables
  if (request.kind === 'card')
    return clinician
      .query()
      .where(`npi = ${quote(request.npi)}`)
      .select(['card'])
      .limit(1)
      .toArray()
  if (request.kind === 'locations') return searchText(place, request.parameters.q ?? '', null, tables)
  const { q, first_name, last_name, lat, lng, carriers = [] } = request.parameters
  const position = lat === undefined || lng === undefined ? null : { lat, lng }
  const conditions = position === null ? [] : [boxCondition(position)]
  if (carriers.length > 0) conditions.push(`array_has_any(carriers, [${carriers.map(quote).join()}])`)
  if (first_name !== undefined) conditions.push(`first = ${quote(foldName(first_name))}`)
  if (last_name !== undefined) conditions.push(`last = ${quote(foldName(last_name))}`)
  const filter = conditions.length === 0 ? null : conditions.join(' AND ')
  if (q !== undefined) return searchText(clinician, q, filter, tables)
  return position === null ? searchName(clinician, filter!) : searchPosition(clinician, filter!, position)
}

/** Counts all results exactly, as the directory does, and returns ten of them. */
async function searchName(table: LanceTable, filter: string): Promise<Rows> {
  await table.countRows(filter)
  return table.query().where(filter).select(['card']).limit(10).toArray()
}

/** Computes the distance of every row in the box, and returns the nearest ten in the circle. */
async function searchPosition(table: LanceTable, filter: string, position: Point): Promise<Rows> {
  const rows = await table.query().where(filter).select(['lat', 'lng']).withRowId().toArrow()
  const [lats, lngs, ids] = ['lat', 'lng', '_rowid'].map((name) => rows.getChild(name)!.toArray())
  const within = Array.from(lats!, (lat, index) => ({
    id: ids![index]!,
    miles: distanceMiles(position, { lat: Number(lat), lng: Number(lngs![index]) }),
  })).filter(({ miles }) => miles <= defaultRadiusMiles)
  const nearest = within.toSorted((a, b) => a.miles - b.miles).slice(0, 10)
  if (nearest.length === 0) return []
  return table
    .takeRowIds(nearest.map(({ id }) => BigInt(id)))
    .select(['card'])
    .toArray()
}

/** Searches only by words if the model knows none of them. With a filter, it compares the vectors of the remaining rows exactly. */
async function searchText(
  table: LanceTable,
  q: string,
  filter: string | null,
  { reranker }: Tables,
): Promise<Rows> {
  const vector = model.embed(q)
  const words = { columns: ['prose'] }
  if (vector.every((value) => value === 0)) {
    const query = table.query().fullTextSearch(q, words)
    return (filter === null ? query : query.where(filter)).select(['card']).limit(10).toArray()
  }
  const near = table.query().nearestTo(vector).distanceType('cosine')
  const query = filter === null ? near.refineFactor(refineFactor) : near.bypassVectorIndex().where(filter)
  return query.fullTextSearch(q, words).rerank(reranker).select(['card']).limit(10).toArray()
}

function boxCondition(position: Point): string {
  const { south, north, west, east } = boundingBox(position, defaultRadiusMiles)
  return `lat >= ${south} AND lat <= ${north} AND lng >= ${west} AND lng <= ${east}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
