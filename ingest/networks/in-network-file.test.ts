import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { findRealFile } from '../read/real-files.fixture.ts'
import { zip } from '../read/zip.fixture.ts'
import { npiFromPayload } from '@careatlas/directory/npi'
import { readNetwork, readNetworkContents } from './network-facts.fixture.ts'

const [ana, ben, cora, dov] = ['1234567893', '1245319599', '2000000010', '2000000028'] as const
const ein = { type: 'ein', value: '12-3456789' }
const createGroup = (...npi: readonly unknown[]) => ({ npi, tin: ein })

/** Rates for one service each. */
const createRates = (...negotiated_rates: readonly object[]) => [
  {
    name: 'A service',
    negotiated_rates: negotiated_rates.map((rate) => ({
      negotiated_prices: [{ negotiated_rate: 1.5 }],
      ...rate,
    })),
  },
]
const createRatesFile = <T extends object>(members: T) => ({
  reporting_entity_name: 'A plan',
  last_updated_on: '2024-05-01',
  ...members,
})

async function readNpis(...contents: readonly object[]) {
  const read = await readNetworkContents(
    Object.fromEntries(contents.map((content, index) => [`rates-${index}.json`, content])),
  )
  return { npis: read.listings.map(({ npi }) => npi), ...read }
}

test('lists every NPI of an inline group once, written as a number or as a string', async () => {
  const groups = { provider_groups: [createGroup(Number(ana), ben), createGroup(Number(ana))] }
  const { listings, reports } = await readNpis(createRatesFile({ in_network: createRates(groups, groups) }))
  assert.deepEqual(
    listings,
    [ana, ben].map((npi) => {
      return { kind: 'network_listing', npi, carrier: '00890', source: 'plan_network', asOf: null }
    }),
  )
  assert.deepEqual(reports, { 'rates-0.json': { as_of: '2024-05-01', accepted: 2, rejected: {} } })
})

const provider_references = [
  { provider_group_id: 1, provider_groups: [createGroup(ana), createGroup(ben)] },
  { provider_group_id: 'two', network_name: ['B'], provider_groups: [createGroup(cora)] },
  { provider_group_id: 3, provider_groups: [createGroup(dov)] },
]
const in_network = createRates({ provider_references: [1, 'two'] }, { provider_references: [1] })
for (const [order, members] of Object.entries({
  before: { provider_references, in_network },
  after: { in_network, provider_references },
})) {
  test(`groups defined ${order} the rates are in the network if a rate refers to them`, async () => {
    assert.deepEqual((await readNpis(createRatesFile(members))).npis, [ana, ben, cora])
  })
}

test('distinguishes ids that a double would round to the same number', async () => {
  const groups = [
    `{"provider_group_id":9007199254740993,"provider_groups":[{"npi":[${ana}]}]}`,
    `{"provider_group_id":9007199254740992,"provider_groups":[{"npi":[${ben}]}]}`,
  ]
  const rate = '{"negotiated_rates":[{"provider_references":[9007199254740993]}]}'
  const json = `{"provider_references":[${groups.join(',')}],"in_network":[${rate}]}`
  assert.deepEqual(
    (await readNetworkContents({ 'rates.json': json })).listings.map(({ npi }) => npi),
    [ana],
  )
})

test('counts an undefined reference, and a reference to a file that was not given', async () => {
  const externalReferences = [
    { provider_group_id: 1, location: 'https://plan.example/files/groups-1.json?sig=a/b' },
    { provider_group_id: 2, location: 'http://169.254.169.254/latest/meta-data' },
    { provider_group_id: 3, location: '/etc/passwd' },
  ]
  const { listings, reports } = await readNetworkContents({
    'rates.json': createRatesFile({
      provider_references: externalReferences,
      in_network: createRates({ provider_references: [1, 2, 9] }),
    }),
    'groups-1.json.gz': gzipSync(
      JSON.stringify({ version: '1.0.0', provider_groups: [createGroup(ana), createGroup(ben)] }),
    ),
  })
  assert.deepEqual(
    listings.map(({ npi }) => npi),
    [ana, ben],
  )
  assert.deepEqual(reports['rates.json']?.rejected, {
    missing_reference_file: { rows: 1, first_lines: [1] },
    unknown_reference: { rows: 1, first_lines: [1] },
  })
})

test('the NPI of a tax number counts only if the group lists no provider', async () => {
  const owner = { type: 'npi', value: ana }
  const groups = [
    { npi: [0], tin: owner },
    { npi: [ben], tin: { type: 'npi', value: cora } },
    { npi: [0], tin: ein },
  ]
  assert.deepEqual(
    (await readNpis(createRatesFile({ in_network: createRates({ provider_groups: groups }) }))).npis,
    [ana, ben],
  )
})

test('counts each number that is not an NPI once, and never rejects the file for it', async () => {
  const invalidNpis = [
    1234567890,
    '1234567890',
    1111111111,
    -5,
    1e300,
    'x',
    { a: 1 },
    '0x499602d5',
    99999999999,
  ]
  const groups = { provider_groups: [createGroup(...invalidNpis), 'no group', createGroup(...invalidNpis)] }
  const { npis, reports } = await readNpis(createRatesFile({ in_network: createRates(groups) }))
  assert.deepEqual(npis, [])
  assert.deepEqual(reports['rates-0.json']?.rejected, { bad_npi: { rows: 3, first_lines: [1, 1, 1] } })
})

test('accepts a network without an NPI, and rejects a file without rates and groups', async () => {
  assert.deepEqual(
    (await readNpis(createRatesFile({ in_network: createRates({ provider_groups: [createGroup(0)] }) })))
      .npis,
    [],
  )
  await assert.rejects(readNpis(createRatesFile({ in_network: [] })), {
    name: 'InputError',
    message: /lists no provider/,
  })
})

test('the date in the file name takes precedence over last_updated_on, and a future date is ignored', async () => {
  const content = createRatesFile({ in_network: createRates({ provider_groups: [createGroup(ana)] }) })
  const { reports } = await readNetworkContents({
    '2024-06-01_plan_in-network-rates.json': content,
    'late.json': { in_network: content.in_network, last_updated_on: '2024-05-02T00:00:00Z' },
    'future.json': { ...content, last_updated_on: '2031-01-01' },
  })
  assert.deepEqual(
    Object.values(reports).map(({ as_of }) => as_of),
    ['2024-06-01', '2024-05-02', null],
  )
})

test('lists a million NPIs in one group', async () => {
  const npis = Array.from({ length: 1_000_000 }, (_, n) => Number(npiFromPayload(String(100_000_000 + n))))
  const content = createRatesFile({ in_network: createRates({ provider_groups: [{ npi: npis, tin: ein }] }) })
  assert.equal((await readNpis(content)).npis.length, 1_000_000)
})

test('reads a zipped file, and rejects a truncated or damaged one', async () => {
  const json = JSON.stringify(
    createRatesFile({ in_network: createRates({ provider_groups: [createGroup(ana)] }) }),
  )
  const compressed = gzipSync(json)
  const damaged = Buffer.from(compressed)
  damaged[compressed.length >> 1]! ^= 4
  const { listings } = await readNetworkContents({
    'rates.zip': zip([{ name: 'rates.json', content: json }]),
  })
  assert.deepEqual(
    listings.map(({ npi }) => npi),
    [ana],
  )
  for (const [name, bytes, message] of [
    ['rates.json', json.slice(0, -20), /ends in the middle of its JSON/],
    ['rates.json.gz', compressed.subarray(0, -20), /rates.json.gz is truncated/],
    ['rates.json.gz', damaged, /rates.json.gz is (damaged|truncated)/],
  ] as const) {
    await assert.rejects(readNetworkContents({ [name]: bytes }), { name: 'InputError', message })
  }
})

const real = findRealFile('payers/tic_bcbst_2022-04-22_0278T_in-network.json.gz')
const npiList = findRealFile('payers/bcbst_participating_npis_2022-04-22.csv.gz')
test('lists the same NPIs of a real network as an independent reader', { skip: real === null }, async (t) => {
  if (real === null || npiList === null) return
  const { listings, reports } = await readNetwork([real])
  const [, ...npis] = gunzipSync(await readFile(npiList))
    .toString()
    .trim()
    .split(/\r?\n/)
  assert.deepEqual(listings.map(({ npi }) => npi).toSorted(), npis.toSorted())
  assert.equal(reports['tic_bcbst_2022-04-22_0278T_in-network.json.gz']?.as_of, '2022-04-22')
  t.diagnostic(`${listings.length} NPIs`)
})

for (const name of ['fee-for-service-single-plan-sample', 'multiple-plans-sample', 'no-npi']) {
  const sample = findRealFile(`payers/tic_in-network-rates-${name}.json`)
  test(
    `reads the CMS example ${name}, and counts its fictional NPIs`,
    { skip: sample === null },
    async () => {
      if (sample === null) return
      const { listings, reports } = await readNetwork([sample])
      assert.deepEqual(listings, [])
      assert.deepEqual(Object.keys(Object.values(reports)[0]!.rejected), ['bad_npi'])
    },
  )
}
