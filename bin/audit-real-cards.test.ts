/** Audits every card of the real files of `../shared` against their rows, and every text against its card. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditReport } from '@careatlas/audit/audit-cards'
import { findRealFile } from '@careatlas/ingest/read/real-files.fixture'
import { Installation } from './command.fixture.ts'
import { assertSupportedTexts } from './checked-texts.fixture.ts'

const skip = findRealFile('MANIFEST.md') === null ? 'the real files are not here' : false
const real = (name: string): string => findRealFile(name) ?? name

const planNet = ['Practitioner', 'PractitionerRole', 'Location', 'Organization', 'OrganizationAffiliation']
const given: readonly string[] = [
  '--nppes',
  ...[
    'npidata_pfile_20240101-20240107.csv.gz',
    'npidata_pfile_20240122-20240128.csv.gz',
    'npidata_2018-12_ct-ma-ri_practitioners.csv.gz',
    'npidata_2018-12_ma-ct-ri_organizations.csv.gz',
    'npidata_sample_raw_330_lantern.csv',
    'npidata_sample_raw_330_eddyizm.csv.gz',
  ].map((file) => real(`nppes/${file}`)),
  '--secondary-locations',
  real('nppes/pl_pfile_sample.csv'),
  '--other-names',
  real('nppes/othername_pfile_sample.csv'),
  '--deactivated',
  real('nppes/NPPES_Deactivated_NPI_Report_100923.zip'),
  '--clinicians',
  `2017-06-01=${real('enrich/physician_compare_2017_radiology_7623.csv.gz')}`,
  `2022-01-01=${real('enrich/dac_sample_386.csv.gz')}`,
  `2025-06-01=${real('enrich/dac_2025_14col_9685.csv.gz')}`,
  '--facilities',
  `2022-07-01=${real('enrich/hospital_general_information_2022.csv.gz')}`,
  ...['hospitals', 'urgent_care', 'va_facilities', 'ihs_centers', 'womens_health'].map((list) =>
    real(`enrich/synthea_${list}.csv.gz`),
  ),
  real('enrich/ct_pharmacies.csv.gz'),
  '--network',
  `00890=${real('payers/tic_bcbst_2022-04-22_0278T_in-network.json.gz')}`,
  '--network',
  `10113=${real('payers/bcbst_participating_npis_2022-04-22.csv.gz')}`,
  ...planNet.flatMap((type) => ['--network', `PLANNET=${real(`payers/plan-net-ri_${type}.ndjson.gz`)}`]),
  '--network',
  `QHP=${real('payers/qhp_providers.json')}`,
  '--nucc',
  real('nucc/nucc_taxonomy_251.csv.gz'),
]

test('rows support every statement on the cards of the real files', { skip }, async (t) => {
  using installation = new Installation()
  const ingested = await installation.run('ingest', ...given)
  assert.equal(ingested.status, 0, ingested.stderr)
  const { stdout, stderr } = await installation.run('audit-cards', '--json')
  assert.notEqual(stdout, '', stderr)
  const { cards, statements, seconds, findings, findingsByKind } = JSON.parse(stdout) as AuditReport
  const perSecond = Math.round(statements / seconds.checking)
  t.diagnostic(
    `${cards.providers} clinicians and ${cards.locations} places: ${statements} statements, ${perSecond} per second`,
  )
  t.diagnostic(JSON.stringify(findingsByKind))
  assert.deepEqual(findings.slice(0, 20), [])
  const { clinicians, places } = assertSupportedTexts(installation.dataDir)
  assert.deepEqual([clinicians, places], [cards.providers, cards.locations])
  assert.ok(cards.providers >= 35_000 && cards.locations >= 48_000)
})
