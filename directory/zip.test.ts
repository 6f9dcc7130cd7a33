import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { distanceMiles } from './distance.ts'
import { skipWithoutRealData, sharedPath, readSharedText } from './registry-week.fixture.ts'
import { findZipPoint } from './zip.ts'

test('a ZIP with an area has its own point; ZIP+4 is ignored', () => {
  assert.deepEqual(findZipPoint('78705'), { lat: 30.295, lng: -97.739, precision: 'zip_centroid' })
  assert.deepEqual(findZipPoint('787051234'), findZipPoint('78705'))
  assert.deepEqual(findZipPoint('78705-1234'), findZipPoint('78705'))
})

test('a ZIP of a single hospital gets the mean point of its prefix', () => {
  const point = findZipPoint('06030')
  assert.equal(point?.precision, 'zip3_centroid')
  const farmington = { lat: 41.73, lng: -72.79 }
  assert.ok(distanceMiles(point, farmington) < 15)
})

test('a prefix with only ZIP codes of companies gets the mean point of its city', () => {
  assert.deepEqual(findZipPoint('73301'), findZipPoint('78700'))
})

for (const zip of ['09604', '34001', '96271', '00000', '', '1234', 'L6B 0P9', 'NE662DH']) {
  test(`${JSON.stringify(zip)} has no point`, () => assert.equal(findZipPoint(zip), null))
}

test(
  'every point is within 56 m of its Census point in each direction',
  { skip: skipWithoutRealData },
  (t) => {
    const rows = readSharedText('geo/zcta_centroids_census2021.csv.gz').trim().split('\n').slice(1)
    for (const row of rows) {
      const [zip = '', lat, lng] = row.split(',')
      const point = findZipPoint(zip)
      assert.equal(point?.precision, 'zip_centroid', zip)
      assert.ok(
        Math.abs(point.lat - Number(lat)) <= 0.000501 && Math.abs(point.lng - Number(lng)) <= 0.000501,
        zip,
      )
    }
    t.diagnostic(`${rows.length} ZIPs`)
  },
)

test('the committed table equals the output of its script', { skip: skipWithoutRealData }, () => {
  const script = fileURLToPath(new URL('zip-points.build.ts', import.meta.url))
  const output = execFileSync(
    process.execPath,
    [script, sharedPath('geo/zcta_centroids_census2021.csv.gz')],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 21,
    },
  )
  assert.ok(output === readFileSync(new URL('zip-points.csv', import.meta.url), 'utf8'))
})
