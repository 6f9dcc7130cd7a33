/** The same cards in PostgreSQL, with the index that its manual recommends for each kind of search. */
import { totalmem } from 'node:os'
import { defaultRadiusMiles, type LocationSearch, type ProviderSearch } from '@careatlas/contract/parameters'
import { foldName } from '@careatlas/directory/person-name'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import { boundingBox } from './bounding-box.ts'
import { type CandidateEngine, toResponse, type Request } from './candidate-engine.ts'
import { importEnginePackage } from './external-engine-package.ts'
import { type Batches, clinicianBatches, placeBatches } from './external-engine-rows.ts'
import type { ExternalEngine, ExternalEngineSource } from './external-engine.ts'

/** Types for the used parts of the package `pg`. */
interface Pg {
  readonly default: {
    readonly Pool: new (options: {
      host: string
      port: number
      user: string
      database: string
      max: number
    }) => Pool
  }
}
interface Pool {
  /** A statement has its own values; `values` is for a text that is not prepared. */
  query(
    query: string | Statement,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly { readonly card: string }[] }>
  end(): Promise<void>
}
/** A statement that a session prepares once, by its name. */
interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

const mebibyte = 2 ** 20

/** A quarter of the memory, as the manual recommends (Resource Consumption), and half of it as the estimate for the planner. */
const settings = `
shared_buffers = ${Math.floor(totalmem() / 4 / mebibyte)}MB
effective_cache_size = ${Math.floor(totalmem() / 2 / mebibyte)}MB
work_mem = 64MB
maintenance_work_mem = 1GB
wal_level = minimal
max_wal_senders = 0
max_wal_size = 4GB
random_page_cost = 1.1
jit = off
`

/** How the words of a query are combined. */
type Words = 'all' | 'any'

const connections = 16

/**
 * The index uses planar points: an index of `earthdistance` cubes takes a minute for 200,000 rows at 4,000 ZIP centroids with many
 * duplicates, this one less than a second, and queries are equally fast.
 */
const tables = `
  CREATE EXTENSION cube;
  CREATE EXTENSION earthdistance;
  CREATE TABLE clinician (
    npi bigint, last text, first text, position point, carriers text[], words tsvector, card text);
  CREATE TABLE place (uuid uuid, words tsvector, card text)`

const indexes = [
  'ALTER TABLE clinician ADD PRIMARY KEY (npi)',
  'CREATE INDEX ON clinician (last, first)',
  'CREATE INDEX ON clinician USING gist (position)',
  'CREATE INDEX ON clinician USING gin (carriers)',
  'CREATE INDEX ON clinician USING gin (words)',
  'ALTER TABLE place ADD PRIMARY KEY (uuid)',
  'CREATE INDEX ON place USING gin (words)',
  'VACUUM ANALYZE',
]

const addClinicians = `
  INSERT INTO clinician
  SELECT npi, last, first, point(lng, lat), carriers, to_tsvector('english', prose), card
  FROM json_to_recordset($1) AS batch
    (npi bigint, last text, first text, lat float8, lng float8, carriers text[], prose text, card text)`

const addPlaces = `
  INSERT INTO place SELECT uuid, to_tsvector('english', prose), card
  FROM json_to_recordset($1) AS batch (uuid uuid, prose text, card text)`

export async function openPostgres({
  snapshotFolder,
  packagesFolder,
}: ExternalEngineSource): Promise<ExternalEngine | null> {
  const pg = await importEnginePackage(packagesFolder, 'pg')
  if (pg === null) return null
  await using opened = new AsyncDisposableStack()
  const cluster = await PostgresCluster.start(settings)
  if (cluster === null) return null
  opened.use(cluster)
  const pool = new (pg.module as Pg).default.Pool({
    host: cluster.folder,
    port: cluster.port,
    user: 'postgres',
    database: 'postgres',
    max: connections,
  })
  opened.defer(() => pool.end())
  await pool.query(tables)
  await addAll(pool, addClinicians, clinicianBatches(snapshotFolder))
  await addAll(pool, addPlaces, placeBatches(snapshotFolder))
  for (const index of indexes) await pool.query(index)
  const closing = opened.move()
  return {
    candidates: [
      toCandidate(
        pool,
        'any',
        'any word of the query (GIN over `tsvector`, `ts_rank`); GiST over points, with the miles of `earthdistance`; GIN over carriers',
      ),
      toCandidate(pool, 'all', 'the same, but every word of the query must match (`websearch_to_tsquery`)'),
    ],
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

async function addAll<Row>(pool: Pool, text: string, batches: Batches<Row>): Promise<void> {
  for (const batch of batches) await pool.query(text, [JSON.stringify(batch)])
}

function toCandidate(pool: Pool, words: Words, note: string): CandidateEngine {
  return {
    name: words === 'any' ? 'PostgreSQL' : 'PostgreSQL, all words',
    note,
    // Without words, both queries are the same.
    supports: (request) => words === 'any' || (request.kind !== 'card' && request.parameters.q !== undefined),
    respond: async (request) => {
      const { rows } = await pool.query(createStatement(request, words))
      return toResponse(rows)
    },
  }
}

function createStatement(request: Request, words: Words): Statement {
  switch (request.kind) {
    case 'card':
      return { name: 'card', text: 'SELECT card FROM clinician WHERE npi = $1', values: [request.npi] }
    case 'providers':
      return createSearchStatement('clinician', 'npi', request.parameters, words)
    case 'locations':
      return createSearchStatement('place', 'uuid', request.parameters, words)
  }
}

type Parameters = Partial<ProviderSearch> & Partial<LocationSearch>

/** Ten cards, with the exact count for searches without text. */
function createSearchStatement(table: string, id: string, parameters: Parameters, words: Words): Statement {
  const { q, first_name, last_name, lat, lng, carriers } = parameters
  const values: unknown[] = []
  const value = (item: unknown): string => `$${values.push(item)}`
  const conditions: string[] = []
  let rank = '0'
  if (first_name !== undefined) conditions.push(`first = ${value(foldName(first_name))}`)
  if (last_name !== undefined) conditions.push(`last = ${value(foldName(last_name))}`)
  if (carriers !== undefined) conditions.push(`carriers && ${value(carriers)}::text[]`)
  if (lat !== undefined && lng !== undefined) {
    const { south, north, west, east } = boundingBox({ lat, lng }, defaultRadiusMiles)
    const box = [west, south, east, north].map((degrees) => `${value(degrees)}::float8`)
    rank = `(position <@> point(${value(lng)}, ${value(lat)}))`
    conditions.push(`position <@ box(point(${box[0]}, ${box[1]}), point(${box[2]}, ${box[3]}))`)
    conditions.push(`${rank} <= ${defaultRadiusMiles}`)
  }
  if (q !== undefined) {
    const textQuery = formatTsQuery(words, value(q))
    rank = `-ts_rank(words, ${textQuery})`
    conditions.push(`words @@ ${textQuery}`)
  }
  const total = q === undefined ? ', count(*) OVER () AS total' : ''
  const text = `
    SELECT card, page.* FROM (
      SELECT ${id}, ${rank} AS rank${total} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY rank, ${id} LIMIT 10
    ) AS page JOIN ${table} USING (${id}) ORDER BY rank, ${id}`
  return { name: [words, table, ...Object.keys(parameters)].join(), text, values }
}

function formatTsQuery(words: Words, parameter: string): string {
  return words === 'all'
    ? `websearch_to_tsquery('english', ${parameter})`
    : `replace(plainto_tsquery('english', ${parameter})::text, '&', '|')::tsquery`
}
