import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Tally } from '../read/tally.ts'
import { NetworkCounts } from './network-counts.ts'

/** A file with as many rows accepted and rejected. */
function fileOf(name: string, accepted: number, rejected: number): Tally {
  const tally = new Tally('plan_network', name)
  for (let row = 0; row < accepted; row++) tally.accept()
  for (let row = 0; row < rejected; row++) tally.reject('bad_npi', row + 2)
  return tally
}

test('a network is refused when its files list nobody and have rejected rows', () => {
  const counts = new NetworkCounts()
  counts.addFile('62308', fileOf('plans.json', 3, 0))
  counts.addFile('62308', fileOf('providers.json', 0, 2))
  assert.throws(() => counts.refuseEmpty(), {
    name: 'InputRefused',
    message:
      /^The network 62308 lists no usable NPI in plans\.json, providers\.json \(providers\.json: 2 bad_npi on lines 2, 3\)/,
  })
})

test('a network with one listing is published, however many rows fail', () => {
  const counts = new NetworkCounts()
  counts.addListing('62308')
  counts.addFile('62308', fileOf('providers.json', 1, 2))
  counts.refuseEmpty()
})

test('files that list nobody and have no rejected row are no fault', () => {
  const counts = new NetworkCounts()
  counts.addFile('62308', fileOf('plans.json', 3, 0))
  counts.refuseEmpty()
})
