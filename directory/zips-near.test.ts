import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestZip } from './zips-near.ts'
import { findZipPoint } from './zip.ts'

for (const zip of ['02903', '78705', '99505', '96813', '00918']) {
  test(`the centroid of ${zip} is nearest to ${zip}`, () => assert.equal(nearestZip(findZipPoint(zip)!), zip))
}

test('a point in the ocean has no nearest ZIP code', () => {
  assert.equal(nearestZip({ lat: 40, lng: -40 }), null)
  assert.equal(nearestZip({ lat: 90, lng: 180 }), null)
})
