/** Reads each raw file of a snapshot once into a `RowStore` and keeps only the rows of the wanted NPIs. */
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { toAreaKey, readBuildingKey } from '../address-cells.ts'
import { indexColumns, Row, type RowStore, type Table, type TableKind } from '../rows.ts'
import { readJsonValues } from './json-values.ts'
import { openMembers } from './open-members.ts'
import { PlanNetRecords } from './plan-net-records.ts'
import { parseRecordDay } from '../words.ts'
import { readRecords, type RecordFilter } from './records.ts'
import { addQhpRecord } from './qhp-record.ts'

/** A raw file, its kind, and its day in the manifest of the snapshot. */
export interface RawFile {
  readonly kind: TableKind
  readonly path: string
  readonly asOf: string | null
  readonly carrierCode: string | null
}

export async function readRows(
  files: readonly RawFile[],
  store: RowStore,
  onFile: (file: string) => void = () => {},
): Promise<void> {
  const planNet = new Map<string, PlanNetRecords>()
  for (const file of files) {
    onFile(basename(file.path))
    if (file.kind === 'network') await readNetwork(file, store, planNet)
    else if (file.kind === 'observations') await readObservations(file, store)
    else if (file.kind === 'deactivated') await readDeactivated(file, store)
    else await readTables(file, store)
  }
  for (const records of planNet.values()) records.addTo(store)
}

function createTable(
  { kind, path, asOf, carrierCode }: RawFile,
  columns: Table['columns'] = new Map(),
): Table {
  return { kind, file: basename(path), asOf, carrierCode, columns }
}

/** The kind of a member of the registry archive, by its columns. */
function detectKind(columns: Table['columns'], { kind }: RawFile): TableKind | null {
  if (kind === 'clinicians' || kind === 'affiliations')
    return columns.has('facility affiliations certification number') === (kind === 'affiliations')
      ? kind
      : null
  if (kind !== 'registry') return kind
  if (columns.has('entity type code')) return 'registry'
  if ([...columns.keys()].some((name) => name.startsWith('provider secondary practice location')))
    return 'secondary_locations'
  if (columns.has('provider other organization name')) return 'other_names'
  return columns.has('endpoint') ? 'endpoints' : null
}

async function readTables(file: RawFile, store: RowStore): Promise<void> {
  for await (const { name, bytes } of openMembers(file.path)) {
    if (/\.(?:pdf|xlsx|txt)$/i.test(name) || /fileheader/i.test(name)) {
      for await (const _ of bytes);
      continue
    }
    let table: Table | null | undefined
    const isWanted: RecordFilter = (record, start, end) =>
      table !== null &&
      (store.wantedNpis === null ||
        !isNpiFirstColumn(table) ||
        (store.wantedAreas.size > 0 && table?.kind === 'registry') ||
        isWantedNpi(record, start, end, store))
    for await (const records of readRecords(bytes, isWanted)) {
      for (const record of records) {
        if (table === undefined) {
          const columns = indexColumns(record)
          const kind = detectKind(columns, file)
          table = kind === null ? null : { ...createTable(file, columns), kind }
        } else if (table !== null) addRow(new Row(table, record), store)
      }
    }
  }
}

function isNpiFirstColumn(table: Table | undefined): boolean {
  return table !== undefined && table.kind !== 'facilities' && table.columns.get('npi') === 0
}

/** Whether the first ten digits of a record, with or without quotes, are a wanted NPI. */
function isWantedNpi(bytes: Buffer, start: number, end: number, { wantedNpis }: RowStore): boolean {
  const from = bytes[start] === 34 ? start + 1 : start
  return from + 10 <= end && wantedNpis!.has(bytes.toString('latin1', from, from + 10))
}

function addRow(row: Row, store: RowStore): void {
  store.rowCount++
  const { kind } = row.table
  if (kind === 'facilities') store.facilities.push(row)
  else if (kind === 'payers') addCarrierNames(row, store)
  else if (kind === 'nucc')
    store.officialNames.set(row.get('code').trim(), row.get('display name').trim().replaceAll(/\s+/g, ' '))
  else {
    const npi = row.get('npi').trim()
    if (store.isWanted(npi) || isInWantedBuilding(row, store)) store.add(npi, row)
  }
}

function isInWantedBuilding(row: Row, { wantedAreas }: RowStore): boolean {
  return (
    wantedAreas.size > 0 && row.table.kind === 'registry' && wantedAreas.has(toAreaKey(readBuildingKey(row)))
  )
}

function addCarrierNames(row: Row, { carrierNames }: RowStore): void {
  const code = row.get('code', 'id', 'payer_id').trim().toUpperCase()
  const names = carrierNames.get(code) ?? new Set()
  carrierNames.set(code, names.add(row.get('name').trim().replaceAll(/\s+/g, ' ')))
}

async function readObservations(file: RawFile, store: RowStore): Promise<void> {
  const table = createTable(file)
  for await (const { bytes } of openMembers(file.path))
    for await (const value of readJsonValues(bytes)) {
      store.rowCount++
      const { npi, source, as_of } = value as { npi?: unknown; source?: unknown; as_of?: unknown }
      const asOf = typeof as_of === 'string' ? as_of : null
      if (typeof npi === 'string' && typeof source === 'string')
        store.addObservation(npi, { table, source, asOf, value })
    }
}

/** Reads the NPIs of a deactivation report, a spreadsheet in an archive; their day is that of the file. */
async function readDeactivated(file: RawFile, store: RowStore): Promise<void> {
  for await (const { name, bytes } of openMembers(file.path)) {
    const whole = await buffer(bytes)
    const texts =
      /\.xlsx$/i.test(name) || /\.xlsx$/i.test(file.path) ? await readSheets(whole) : [String(whole)]
    for (const text of texts)
      for (const [, npi] of text.matchAll(/>\s*([12]\d{9})\s*</g)) {
        store.rowCount++
        if (store.isWanted(npi!)) store.deactivationDays.set(npi!, file.asOf)
      }
  }
}

async function readSheets(workbook: Buffer): Promise<readonly string[]> {
  const archive = await fromBufferPromise(workbook, { lazyEntries: true, autoClose: false })
  const texts: string[] = []
  for await (const entry of archive.eachEntry())
    if (/sharedStrings\.xml$|sheet\d+\.xml$/.test(entry.fileName))
      texts.push(String(await buffer(await archive.openReadStreamPromise(entry))))
  archive.close()
  return texts
}

async function readNetwork(
  file: RawFile,
  store: RowStore,
  planNet: Map<string, PlanNetRecords>,
): Promise<void> {
  for await (const { name, bytes } of openMembers(file.path)) {
    const table = createTable(file)
    if (/\.csv$/i.test(name)) await readNpiList(bytes, file, store)
    else {
      const chunks = bytes[Symbol.asyncIterator]()
      const { value: first = Buffer.alloc(0) } = await chunks.next()
      const all = prependChunk(first, chunks)
      if (isInNetworkFile(first)) await readNpisInText(all, table, store)
      else
        for await (const value of readJsonValues(all)) {
          store.rowCount++
          if (typeof value['resourceType'] === 'string') {
            const records = planNet.get(file.carrierCode ?? '') ?? new PlanNetRecords()
            planNet.set(file.carrierCode ?? '', records)
            records.add(table, value)
          } else addQhpRecord(table, value, store)
        }
    }
  }
}

/** Whether the first chunk has a key of a Transparency in Coverage file. */
function isInNetworkFile(first: Buffer): boolean {
  const start = first.toString('latin1', 0, 131_072)
  return /"(?:in_network|provider_references|provider_groups|reporting_entity_name)"/.test(start)
}

async function* prependChunk(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* { [Symbol.asyncIterator]: () => rest }
}

/** Reads the NPIs that occur in an in-network file; it can have gigabytes, so its JSON is not parsed. */
async function readNpisInText(chunks: AsyncIterable<Buffer>, table: Table, store: RowStore): Promise<void> {
  const listed = { table, carrierCode: table.carrierCode!, asOf: null }
  const seen = new Set<string>()
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + chunk.toString('latin1')
    for (const [npi] of text.matchAll(/(?<![\d.])[12]\d{9}(?![\d.])/g)) {
      if (seen.has(npi) || !store.isWanted(npi)) continue
      seen.add(npi)
      store.addListing(npi, listed)
    }
    rest = text.slice(-16)
  }
  store.rowCount += seen.size
}

async function readNpiList(bytes: AsyncIterable<Buffer>, file: RawFile, store: RowStore): Promise<void> {
  let table: Table | undefined
  for await (const records of readRecords(bytes))
    for (const record of records) {
      if (table === undefined) {
        table = createTable(file, indexColumns(record))
        continue
      }
      store.rowCount++
      const row = new Row(table, record)
      const carrierCode = row.get('code').trim().toUpperCase() || file.carrierCode!
      const asOf = parseRecordDay(row.get('as_of'), file.asOf)
      store.addListing(row.get('npi').trim(), { table, carrierCode, asOf })
    }
}
