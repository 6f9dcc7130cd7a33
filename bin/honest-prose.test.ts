/** Every text of every card, from the fictional region and from the real files of `../shared`, says only what its card says. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { textsIn } from '@careatlas/directory/snapshot/blocks'
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { notice, writeRegion } from '@careatlas/fixtures/region/write-region'
import { unsupportedClaims } from '@careatlas/ingest/compose/honesty/unsupported-claims'
import { Installation } from './command.fixture.ts'

const shared = join(import.meta.dirname, '../../shared/data')
const skip = existsSync(shared) ? false : 'the real registry files are not here'

test('no text about the fictional region claims what its card does not say', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'region-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { nppes, secondaryLocations, otherNames, observations } = writeRegion(folder)
  const names = ['--nppes', ...nppes, '--other-names', ...otherNames, '--notice', notice]
  const more = ['--secondary-locations', ...secondaryLocations, '--observations', ...observations]
  await assertHonest(t, [...names, ...more], { clinicians: 2500, places: 700 })
})

test(
  'no text about the real clinicians and places claims what their cards do not say',
  { skip },
  async (t) => {
    const given = Object.entries(realFiles).flatMap(([option, files]) => [
      option,
      ...files.map((file) => join(shared, file)),
    ])
    await assertHonest(t, given, { clinicians: 17_266, places: 25_000 })
  },
)

const realFiles = {
  '--nppes': [
    'nppes/npidata_pfile_20240101-20240107.csv.gz',
    'nppes/npidata_2018-12_ct-ma-ri_practitioners.csv.gz',
    'nppes/npidata_2018-12_ma-ct-ri_organizations.csv.gz',
  ],
  '--clinicians': ['enrich/dac_sample_386.csv.gz', 'enrich/dac_2025_14col_9685.csv.gz'],
  '--facilities': [
    'enrich/hospital_general_information_2022.csv.gz',
    'enrich/synthea_hospitals.csv.gz',
    'enrich/synthea_urgent_care.csv.gz',
  ],
}

interface Counts {
  readonly clinicians: number
  readonly places: number
}

async function assertHonest(t: TestContext, given: readonly string[], least: Counts): Promise<void> {
  using installation = new Installation()
  const { status, stderr } = await installation.run('ingest', ...given, '--json')
  assert.equal(status, 0, stderr)
  const folder = snapshotFolder(installation.dataDir, currentGeneration(installation.dataDir)!)
  using cards = new DatabaseSync(join(folder, 'cards.sqlite'), { readOnly: true })
  const found = { clinicians: 0, places: 0 }
  for (const card of cardsIn<ProviderCard>(cards, 'provider')) {
    found.clinicians++
    for (const text of [card.biography, card.short_biography]) assertBorneOut(text, card)
  }
  for (const card of cardsIn<LocationCard>(cards, 'location')) {
    found.places++
    assertBorneOut(card.summary, card)
  }
  t.diagnostic(`${found.clinicians} clinicians and ${found.places} places`)
  assert.ok(found.clinicians >= least.clinicians && found.places >= least.places)
}

function* cardsIn<Card>(cards: DatabaseSync, table: 'provider' | 'location'): Generator<Card> {
  for (const { block } of cards.prepare(`SELECT block FROM ${table}`).iterate())
    for (const [, json] of textsIn(block as Uint8Array)) yield JSON.parse(json) as Card
}

function assertBorneOut(text: string, card: ProviderCard | LocationCard): void {
  assert.deepEqual(unsupportedClaims(text.replace(notice, '').trim(), card), [], text)
}
