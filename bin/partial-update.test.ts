/** Partial updates: only other regions, only networks, or a weekly file that was already ingested. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { formerLocationsFile, type Manifest } from '@careatlas/directory/snapshot/format'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { factsFile } from '@careatlas/ingest/snapshot-builder/fact-store'
import { emptyRequest, ingest, type IngestRequest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { createDemoIngest } from './demo-ingest.ts'

/** Rows of the region's main file; few, so that an ingest is quick. */
const rows = 300

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
let region: IngestRequest
/** A weekly file in which some rows of the region have moved, with its side files. */
let week: IngestRequest

before(() => {
  region = { ...createDemoIngest(files.path), facilities: [toSourcePath(facilitiesFile())] }
  const [main] = region.nppes
  keepRows(main!.path, rows)
  week = { ...region, update: true, payers: null, nppes: [toSourcePath(movedRows(main!.path))] }
})
after(() => files.remove())

function facilitiesFile(): string {
  const path = join(files.path, 'facilities_2025-11-20.csv')
  writeFileSync(
    path,
    'name,address,city,state,zip,lat,lon,npi\nNarrows Urgent Care,12 Quay St,Providence,RI,02903,41.8201,-71.4105,\n',
  )
  return path
}

function movedRows(main: string): string {
  const [header, ...lines] = readLines(main, rows / 2)
  const path = join(files.path, 'npidata_pfile_20251110-20251116.csv')
  writeFileSync(path, [header, ...lines.map((line) => line.replaceAll(/ ST"/gi, ' LANE"'))].join('\n'))
  return path
}

/** Returns the header and the first `count` rows. */
function readLines(path: string, count: number): readonly string[] {
  return readFileSync(path, 'utf8').split('\n', count + 1)
}

interface Published extends Manifest {
  /** Codes of the carriers that list a provider. */
  readonly listing: readonly string[]
}

/** Runs the requests in order in one data folder. */
async function ingestInOrder(...requests: readonly IngestRequest[]): Promise<readonly Published[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'update-'))
  const all: Published[] = []
  for (const request of requests) {
    const manifest = await ingest(request, folder.path, silentProgress)
    using snapshot = await Snapshot.open(snapshotFolder(folder.path, manifest.generation))
    const listing = snapshot.carriers.filter((carrier) => carrier.provider_count > 0)
    all.push({ ...manifest, listing: listing.map(({ code }) => code) })
  }
  return all
}

function updateWith(changes: Partial<IngestRequest>): IngestRequest {
  return { ...emptyRequest, update: true, ...changes }
}

/** The parts of a manifest that must not depend on the history of a snapshot. */
function contents({ regions, counts, sources, files: all, data_as_of }: Manifest): object {
  // Former identifiers depend on the history of the data folder, not on the files.
  const { [formerLocationsFile]: _, ...written } = all
  return { regions, counts, sources, written, data_as_of }
}

test(
  'an update with only --regions gives the same result as a rebuild with these regions',
  { skip: skipSlow },
  async () => {
    const choices: readonly IngestRequest['regions'][] = ['all', ['US-RI'], ['US-MA'], 'all']
    const [first, ...others] = choices
    const updated = await ingestInOrder(
      { ...region, regions: first! },
      ...others.map((regions) => updateWith({ regions })),
    )
    const [all, rhodeIsland, massachusetts] = await ingestInOrder(
      ...choices.slice(0, -1).map((regions) => ({ ...region, regions })),
    )
    assert.deepEqual(updated.map(contents), [all!, rhodeIsland!, massachusetts!, all!].map(contents))
    const providers = updated.map(({ counts }) => counts.providers)
    for (const count of providers.slice(1, 3)) assert.ok(count > 0 && count < providers[0]!)
  },
)

test('an update without --regions keeps the regions', async () => {
  const regions = ['US-RI']
  const { networks } = region
  const [, updated] = await ingestInOrder({ ...region, networks: [], regions }, updateWith({ networks }))
  const [rebuilt] = await ingestInOrder({ ...region, regions })
  assert.deepEqual(contents(updated!), contents(rebuilt!))
})

test('an update with only networks gives the same result as a rebuild with them, and loses no provider', async () => {
  const [first, ...networks] = region.networks
  const [base, updated] = await ingestInOrder({ ...region, networks: [first!] }, updateWith({ networks }))
  const [rebuilt] = await ingestInOrder(region)
  assert.deepEqual(contents(updated!), contents(rebuilt!))
  assert.deepEqual(updated!.counts, base!.counts)
  assert.deepEqual(base!.listing, [first!.code])
  assert.deepEqual(updated!.listing, region.networks.map(({ code }) => code).toSorted())
})

/** The served files: all but the facts, which name each file of each run. */
function servedContents({ files: written, regions, data_as_of, counts }: Manifest): object {
  const names = Object.keys(written).filter((name) => name !== factsFile)
  return {
    written: names.map((name) => [name, written[name]]),
    regions,
    data_as_of,
    providers: counts.providers,
  }
}

test('a weekly file ingested twice gives the same cards as once', async () => {
  const [base, once, twice] = await ingestInOrder(region, week, week)
  assert.notDeepEqual(servedContents(once!), servedContents(base!))
  assert.deepEqual(servedContents(twice!), servedContents(once!))
})

test('all files ingested twice give the same cards as once', async () => {
  const [once, twice] = await ingestInOrder(region, { ...region, update: true })
  assert.deepEqual(servedContents(twice!), servedContents(once!))
})
