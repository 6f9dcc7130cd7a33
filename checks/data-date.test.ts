/** The date of the directory over HTTP: that of the registry, not of a newer file of a payer; and no later date on a card. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Health, ProviderSearchEnvelope, RegionList } from '@careatlas/contract/envelopes'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { type SampleRow, sampleFile } from '@careatlas/ingest/nppes/sample-row.fixture'
import { silentProgress } from '@careatlas/ingest/progress'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment } from '@careatlas/search/embedded/segment'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { readConfig } from '@careatlas/server/config'
import { startServer } from '@careatlas/server/main'
import { publishDemoRegion } from '@careatlas/bin/demo-region.fixture'

const clinician: SampleRow = {
  npi: '1000000004',
  entityType: '1',
  last: 'ORTIZ',
  first: 'ANA',
  practiceLine1: '1 HOPE ST',
  practiceState: 'RI',
  practiceCountry: 'US',
  practicePostalCode: '02903',
}

test('data_as_of is the day of the registry file, and the newer day of a payer file is only in the sources', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'data-date-'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text)
    return toSourcePath(join(folder.path, name))
  }
  const request = {
    ...emptyRequest,
    nppes: [write('npidata_pfile_20240101-20240107.csv', sampleFile([clinician]))],
    networks: [{ code: 'DEMO', file: write('network_2025-06-01.csv', `npi\n${clinician.npi}\n`) }],
  }
  const dataDir = join(folder.path, 'data')
  await ingest(request, dataDir, silentProgress)
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', AUTH: 'off', LOG_LEVEL: 'silent' })
  await using server = await startServer(config, { warmsUp: false })
  const get = async (path: string) => (await fetch(server.url + path)).json()

  const regions = RegionList.parse(await get('/v1/regions'))
  assert.deepEqual(regions.meta.sources, [
    { id: 'nppes', as_of: '2024-01-07' },
    { id: 'plan_network', as_of: '2025-06-01' },
  ])
  const search = ProviderSearchEnvelope.parse(await get('/v1/providers?last_name=ortiz'))
  assert.equal(search.data[0]?.carriers[0]?.as_of, '2025-06-01')
  const health = Health.parse(await get('/v1/health'))
  const dates = [regions.meta, ...regions.data, search.meta, health].map(({ data_as_of }) => data_as_of)
  assert.deepEqual(dates, Array(4).fill('2024-01-07'))
})

test('no card of the demo has a date after data_as_of', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'demo-dates-'))
  await publishDemoRegion(folder.path)
  const generation = readCurrentGeneration(folder.path)!
  using snapshot = await Snapshot.open(snapshotFolder(folder.path, generation))
  const { data_as_of: dataAsOf } = snapshot.manifest
  let cards = 0
  const later = new Set<string>()
  for (const collection of ['providers', 'locations'] as const) {
    const { columns, entities } = readSegment(join(snapshot.segmentFolder, collection))
    for (let entity = 0; entity < entities; entity += 1) {
      const id = idOfEntity(collection, columns.id, entity)
      const card = collection === 'providers' ? snapshot.providerCard(id) : snapshot.locationCard(id)
      for (const [date] of card!.matchAll(/\d{4}-\d{2}-\d{2}/g)) if (date > dataAsOf) later.add(date)
      cards += 1
    }
  }
  assert.deepEqual([...later], [])
  assert.ok(cards > 3000, `${cards} cards`)
})
