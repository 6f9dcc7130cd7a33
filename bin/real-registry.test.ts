/** Ingests the real files of `../shared` and compares the cards with independent counts. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { ProviderCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { Installation } from './command.fixture.ts'

const shared = join(import.meta.dirname, '../../shared/data')
const skip = existsSync(shared) ? false : 'the real registry files are not available'
const week = join(shared, 'nppes/npidata_pfile_20240101-20240107.csv.gz')
const practitioners = join(shared, 'nppes/npidata_2018-12_ct-ma-ri_practitioners.csv.gz')
const organizations = join(shared, 'nppes/npidata_2018-12_ma-ct-ri_organizations.csv.gz')
const network = join(shared, 'payers/bcbst_participating_npis_2022-04-22.csv.gz')

type Row = ReadonlyMap<string, string>

/** In these files every cell is quoted and contains no quotes or newlines, so splitting is enough. */
function rowsOf(path: string): readonly Row[] {
  const [header, ...lines] = gunzipSync(readFileSync(path)).toString('latin1').trimEnd().split(/\r?\n/)
  const names = cellsOf(header as string)
  return lines.map((line) => new Map(cellsOf(line).map((cell, index) => [names[index] as string, cell])))
}

function cellsOf(line: string): string[] {
  return line.slice(1, -1).split('","')
}

const installation = new Installation()
let manifest: Manifest
let snapshot: Snapshot
/** The newest row of each NPI: the weekly file is from 2024, the extracts from 2018. */
let newest: ReadonlyMap<string, Row>

before(async () => {
  if (skip) return
  const files = ['--nppes', week, practitioners, organizations, '--network', `00890=${network}`]
  const { status, stdout, stderr } = await installation.run('ingest', ...files, '--json')
  assert.equal(status, 0, stderr)
  manifest = JSON.parse(stdout) as Manifest
  const generation = readCurrentGeneration(installation.dataDir) as string
  snapshot = await Snapshot.open(snapshotFolder(installation.dataDir, generation))
  const rows = [organizations, practitioners, week].flatMap(rowsOf)
  newest = new Map(rows.map((row) => [row.get('NPI') as string, row]))
})
after(() => {
  snapshot?.[Symbol.dispose]()
  installation[Symbol.dispose]()
})

function rowsOfEntity(code: string): readonly [npi: string, row: Row][] {
  return [...newest].filter(([, row]) => row.get('Entity Type Code') === code)
}

test('the counts of providers, organizations and deactivations match the files', { skip }, (t) => {
  const { counts, sources } = manifest
  assert.deepEqual(
    { providers: counts.providers, organizations: counts.organizations, deactivated: counts.deactivated },
    {
      providers: rowsOfEntity('1').length,
      organizations: rowsOfEntity('2').length,
      deactivated: rowsOfEntity('').length,
    },
  )
  const rows = sources.reduce((sum, source) => sum + (source.source === 'nppes' ? source.rows : 0), 0)
  const rejected = sources.reduce((sum, source) => sum + source.rows - source.accepted, 0)
  assert.deepEqual([rows - counts.superseded, rejected], [newest.size, 0])
  t.diagnostic(`${rows} rows, ${newest.size} NPIs`)
})

test('every card of a clinician matches the registry row', { skip }, (t) => {
  const clinicians = rowsOfEntity('1')
  const practice = 'Provider Business Practice Location'
  const respelled: string[] = []
  for (const [npi, row] of clinicians) {
    const card = JSON.parse(snapshot.providerCard(npi) as string) as ProviderCard
    const cell = (name: string): string => row.get(name) as string
    const codes = Array.from({ length: 15 }, (_, n) =>
      cell(`Healthcare Provider Taxonomy Code_${n + 1}`),
    ).filter(Boolean)
    const cardValues = {
      // Suffixes and credentials are not part of the name: PARRA, LCSW and DAVIS JR.
      last:
        foldName(cell('Provider Last Name (Legal Name)').replace(/,.*| JR$/, '')) ===
        foldName(card.name.last ?? 'none'),
      codes: card.specialties.map(({ code }) => code).toSorted(),
      enumerated: card.enumerated_on?.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1') ?? '',
      places: card.practice_locations.length,
    }
    assert.deepEqual(
      cardValues,
      {
        last: true,
        codes: [...new Set(codes)].toSorted(),
        enumerated: cell('Provider Enumeration Date'),
        places: 1,
      },
      npi,
    )
    const { address } = card.practice_locations[0] as ProviderCard['practice_locations'][number]
    const postal = cell(`${practice} Address Postal Code`)
    if (address.country === 'US') assert.equal(address.postal_code, postal.slice(0, 5), npi)
    // A place has one spelling, which may be from another clinician: N DARTMOUTH, NORTH DARTMOUTH, DARTMOUTH.
    const [shown, registered] = [
      card.practice_locations[0]?.address.city ?? '',
      cell(`${practice} Address City Name`),
    ]
    if (shown !== registered) respelled.push(`${registered} → ${shown}`)
  }
  t.diagnostic(
    `${clinicians.length} cards compared, ${respelled.length} cities spelled differently on the card: ${respelled.slice(0, 5).join(', ')}`,
  )
  assert.ok(respelled.length < clinicians.length / 100)
})

test('the cards list the payer for exactly the clinicians in its file', { skip }, (t) => {
  const listed = new Set(gunzipSync(readFileSync(network)).toString().trim().split('\n').slice(1))
  const covered = rowsOfEntity('1').filter(([npi]) => listed.has(npi))
  for (const [npi] of rowsOfEntity('1')) {
    const card = JSON.parse(snapshot.providerCard(npi) as string) as ProviderCard
    assert.deepEqual(
      card.carriers.map(({ code }) => code),
      listed.has(npi) ? ['00890'] : [],
      npi,
    )
  }
  assert.equal(snapshot.carriers.find(({ code }) => code === '00890')?.provider_count, covered.length)
  t.diagnostic(`${covered.length} of ${listed.size} listed NPIs are clinicians in these files`)
})

test('every deactivated NPI has its status and date', { skip }, (t) => {
  for (const [npi, row] of rowsOfEntity('')) {
    const [month, day, year] = (row.get('NPI Deactivation Date') as string).split('/')
    assert.deepEqual(snapshot.registryStatus(npi), {
      status: 'deactivated',
      since: `${year}-${month}-${day}`,
    })
  }
  t.diagnostic(`${rowsOfEntity('').length} deactivations`)
})
