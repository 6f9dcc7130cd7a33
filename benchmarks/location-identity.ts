/**
 * How often `location_uuid` changes for an NPI whose registry row does not change: over two real weeks, the second as an
 * update of the first, and over a generated year of weekly files.
 * Usage: `bin/node benchmarks/location-identity.ts [rows] [--generated]`. `rows` is the size of the generated registry, default 60000;
 * `--generated` omits the real weeks, and generates the year from the fictional region if they are missing.
 */
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { FormerLocations } from '@careatlas/directory/snapshot/former-locations'
import { generateRegistryYear } from '@careatlas/fixtures/registry-year'
import { plainContext } from '@careatlas/ingest/compose/fictional-facts.fixture'
import type { RegistryRow } from '@careatlas/ingest/facts/facts'
import { isRegistryRow } from '@careatlas/ingest/facts/survivorship'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { readMainFile } from '@careatlas/ingest/nppes/main-file'
import { blockingKey } from '@careatlas/ingest/places/blocking-key'
import { groupByBuilding } from '@careatlas/ingest/places/group-by-building'
import type { AddressRecord } from '@careatlas/ingest/places/address-record'
import { composePlaces } from '@careatlas/ingest/places/places-at'
import { addressRecordsOfRow } from '@careatlas/ingest/places/real-address-records.fixture'
import { silentProgress } from '@careatlas/ingest/progress'
import { CardReader } from '@careatlas/ingest/publish/card-reader'
import { FileReport } from '@careatlas/ingest/read/file-report'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { readSource } from './registry-file.ts'

const data = join(import.meta.dirname, '../../shared/data/nppes')
const weeks = ['20240101-20240107', '20240122-20240128'].map((week) =>
  join(data, `npidata_pfile_${week}.csv.gz`),
)
using folder = mkdtempDisposableSync(join(tmpdir(), 'location-identity-'))

/** Ingests the first week, then updates with the second, as an operator does. */
async function measureRealWeeks(): Promise<void> {
  const identifiers: ReadonlyMap<string, string>[] = []
  let last = ''
  for (const [index, path] of weeks.entries()) {
    const request = {
      ...emptyRequest,
      update: index > 0,
      nppes: [toSourcePath(path)],
      embedder: { name: 'none' } as const,
    }
    const { generation } = await ingest(request, folder.path, silentProgress)
    last = snapshotFolder(folder.path, generation)
    identifiers.push(readIdentifiers(last))
  }
  const [before, after] = weeks.map((path) => readLinesByNpi(path))
  const unchanged = [...identifiers[0]!.keys()].filter(
    (npi) => !after!.has(npi) || after!.get(npi) === before!.get(npi),
  )
  printShare(
    'two real weeks',
    unchanged.length,
    unchanged.filter((npi) => identifiers[0]!.get(npi) !== identifiers[1]!.get(npi)).length,
  )
  using former = new FormerLocations(last)
  const fates = Map.groupBy(former.entries(), ([, fate]) =>
    fate.heir === null ? fate.reason : 'has a successor',
  )
  console.error([...fates].map(([fate, entries]) => `${fate}: ${entries.length}`).join(', '))
}

function readIdentifiers(snapshot: string): ReadonlyMap<string, string> {
  using cards = new CardReader(snapshot)
  const found = new Map<string, string[]>()
  for (const [uuid, npi] of cards.members()) found.set(npi, [...(found.get(npi) ?? []), uuid])
  return new Map([...found].map(([npi, uuids]) => [npi, uuids.toSorted().join()]))
}

/** Each row without the day of its last update, which is often the only change. */
function readLinesByNpi(path: string): ReadonlyMap<string, string> {
  const [header = '', ...lines] = gunzipSync(readFileSync(path)).toString('latin1').trimEnd().split('\n')
  const names = cellsOf(header)
  const days = ['Last Update Date', 'Certification Date'].map((name) => names.indexOf(name))
  return new Map(
    lines.map((line) => {
      const cells = cellsOf(line)
      return [cells[0]!, cells.filter((_, index) => !days.includes(index)).join('\t')]
    }),
  )
}

function cellsOf(line: string): readonly string[] {
  return line.slice(1, -1).split('","')
}

/** Resolves only the blocks of buildings that a week changes, because 52 ingests would take hours. */
async function measureGeneratedYear(count: number): Promise<void> {
  const [header = '', ...lines] = readSource()[0].trimEnd().split('\n')
  const directory = new GeneratedDirectory()
  const shares: number[] = []
  for (const [week, file] of [...generateRegistryYear(lines, count)].entries()) {
    const path = join(folder.path, `npidata_pfile_${week}.csv`)
    writeFileSync(path, `${[header, ...file].join('\n')}\n`, 'latin1')
    const rows: RegistryRow[] = []
    for await (const batch of readMainFile(path, new FileReport('nppes', path)))
      rows.push(...batch.filter(isRegistryRow))
    const { unchanged, changed } = directory.applyWeek(rows, week)
    if (week > 0) shares.push(changed / unchanged)
  }
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  console.log(`| one of 52 generated weeks, on average | ${directory.size} | | ${percent(mean)} |`)
  console.log(`| the worst of the 52 weeks | | | ${percent(Math.max(...shares))} |`)
  printShare(
    'the generated year',
    directory.neverUpdated.length,
    directory.neverUpdated.filter((npi) => directory.changed.has(npi)).length,
  )
}

class GeneratedDirectory {
  readonly changed = new Set<string>()
  readonly #records = new Map<string, AddressRecord>()
  readonly #blocks = new Map<string, Set<string>>()
  readonly #since = new Map<string, string>()
  readonly #uuids = new Map<string, string>()
  readonly #updated = new Set<string>()

  get size(): number {
    return this.#records.size
  }

  get neverUpdated(): readonly string[] {
    return [...this.#records.keys()].filter((npi) => !this.#updated.has(npi))
  }

  /** Applies the rows of a week; returns the number of other NPIs, and how many of these have a new identifier. */
  applyWeek(
    rows: readonly RegistryRow[],
    week: number,
  ): { readonly unchanged: number; readonly changed: number } {
    const touched = new Set(rows.flatMap((row) => this.#storeRow(row, week)))
    const updated = new Set(rows.map(({ npi }) => npi))
    let changed = 0
    for (const key of touched) {
      const records = [...(this.#blocks.get(key) ?? [])].map((npi) => this.#records.get(npi)!)
      const places = [...groupByBuilding(records)].flatMap((building) =>
        composePlaces(building, plainContext),
      )
      for (const { card, practices } of places)
        for (const { npi } of practices) {
          const before = this.#uuids.get(npi)
          this.#uuids.set(npi, card.location_uuid)
          if (before === undefined || before === card.location_uuid || updated.has(npi)) continue
          changed += 1
          this.changed.add(npi)
        }
    }
    return { unchanged: this.size - updated.size, changed }
  }

  /** Stores the row; returns the old and new blocks of the NPI. */
  #storeRow(row: RegistryRow, week: number): readonly string[] {
    const before = this.#records.get(row.npi)
    if (before) this.#blocks.get(blockingKey(before.buildingKey))!.delete(row.npi)
    if (week > 0) this.#updated.add(row.npi)
    this.#records.delete(row.npi)
    if (row.kind === 'deactivation' || row.practice === null) this.#uuids.delete(row.npi)
    const [record] =
      row.kind === 'deactivation' || row.practice === null
        ? []
        : addressRecordsOfRow({ ...row, practice: row.practice })
    if (record !== undefined) {
      const place = `${row.npi} ${record.unitKey}`
      const since = this.#since.get(place) ?? String(week).padStart(2, '0')
      this.#since.set(place, since)
      this.#records.set(row.npi, { ...record, since })
      const block = blockingKey(record.buildingKey)
      this.#blocks.set(block, (this.#blocks.get(block) ?? new Set()).add(row.npi))
    }
    return [before, record].flatMap((addressRecord) =>
      addressRecord === undefined ? [] : [blockingKey(addressRecord.buildingKey)],
    )
  }
}

function printShare(files: string, unchanged: number, changed: number): void {
  console.log(`| ${files} | ${unchanged} | ${changed} | ${percent(changed / unchanged)} |`)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)}%`
}

console.log(`# Location identifiers that change although the registry row does not

| files | unchanged NPIs | whose identifiers change | share |
|---|---|---|---|`)
const { values: options, positionals } = parseArgs({
  options: { generated: { type: 'boolean' } },
  allowPositionals: true,
})
if (!options.generated && !weeks.every((path) => existsSync(path)))
  throw new Error(`The two registry weeks are missing in ${data}; without them, run it with --generated`)
if (!options.generated) await measureRealWeeks()
await measureGeneratedYear(Number(positionals[0] ?? 60_000))
