import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skipWithoutRealData, readSharedText } from './registry-week.fixture.ts'
import { isUnitedStates, regionOf, regionOfState, regions, regionsOfZip3 } from './region.ts'

test('there are 50 states, the District of Columbia and five territories, in the order of their codes', () => {
  assert.equal(regions.length, 56)
  const codes = regions.map(({ code }) => code)
  assert.deepEqual(codes, [...new Set(codes)].toSorted())
})

test('a postal abbreviation and a name find the region', () => {
  assert.deepEqual(regionOfState('RI'), { code: 'US-RI', name: 'Rhode Island' })
  assert.deepEqual(regionOfState('PUERTO RICO'), { code: 'US-PR', name: 'Puerto Rico' })
  assert.equal(regionOfState('VI')?.name, 'U.S. Virgin Islands')
})

for (const state of ['AA', 'AE', 'AP', 'FM', 'MH', 'PW', 'ON', 'QUEBEC', 'OKINAWA', '', null]) {
  test(`${JSON.stringify(state)} is in no region`, () => assert.equal(regionOfState(state), null))
}

const addresses: readonly (readonly [country: string, state: string | null, region: string | null])[] = [
  ['US', 'RI', 'US-RI'],
  ['US', 'PR', 'US-PR'],
  ['PR', null, 'US-PR'],
  ['PR', 'RIO GRANDE', 'US-PR'],
  ['VI', 'VI', 'US-VI'],
  ['UM', null, null],
  ['US', 'AE', null],
  ['US', null, null],
  ['CA', 'MA', null],
  ['MH', 'MH', null],
]
for (const [country, state, region] of addresses) {
  test(`country ${country} and state ${state} are in ${region ?? 'no region'}`, () => {
    assert.equal(regionOf({ country, state })?.code ?? null, region)
  })
}

test('the United States include the territories', () => {
  const codes = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM', 'CA', 'MX', 'FM', 'DE']
  assert.deepEqual(
    codes.filter((country) => isUnitedStates({ country })),
    codes.slice(0, 7),
  )
})

test('every region has ZIP prefixes', () => {
  const zip3s = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
  const codes = new Set(zip3s.flatMap(regionsOfZip3))
  assert.deepEqual([...codes].toSorted(), regions.map(({ code }) => code).toSorted())
})

test('a prefix that crosses a border is listed under each of its regions', () => {
  assert.deepEqual(regionsOfZip3('834'), ['US-ID', 'US-WY'])
  assert.deepEqual(regionsOfZip3('063'), ['US-CT', 'US-NY'])
  assert.deepEqual(regionsOfZip3('967'), ['US-AS', 'US-HI'])
  assert.deepEqual(regionsOfZip3('090'), [])
})

/** GeoNames has 72643 in Missouri, although its post office is in Arkansas, and its only place with 969 in MH. */
const geonamesAlone = ['726 MO', '969 MH']

test('every prefix is in the state that GeoNames has, except for two', { skip: skipWithoutRealData }, (t) => {
  const pairs = new Set<string>()
  for (const line of readSharedText('geo/geonames_us_postal_2026.txt.gz').split('\n')) {
    const [, zip = '', , , state = ''] = line.split('\t')
    if (state !== '') pairs.add(`${zip.slice(0, 3)} ${state}`)
  }
  const differing = [...pairs].filter(
    (pair) => !regionsOfZip3(pair.slice(0, 3)).includes(`US-${pair.slice(4)}`),
  )
  t.diagnostic(`${pairs.size} pairs of prefix and state`)
  assert.deepEqual(differing.toSorted(), geonamesAlone)
})
