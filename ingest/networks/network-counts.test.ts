import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FileReport } from '../read/file-report.ts'
import { NetworkCounts } from './network-counts.ts'

/** A file with this many accepted and rejected rows. */
function createReport(name: string, accepted: number, rejected: number): FileReport {
  const report = new FileReport('plan_network', name)
  for (let row = 0; row < accepted; row++) report.accept()
  for (let row = 0; row < rejected; row++) report.reject('bad_npi', row + 2)
  return report
}

test('rejects a network whose files list no NPI and have rejected rows', () => {
  const counts = new NetworkCounts()
  counts.addFile('62308', createReport('plans.json', 3, 0))
  counts.addFile('62308', createReport('providers.json', 0, 2))
  assert.throws(() => counts.rejectEmpty(), {
    name: 'InputError',
    message:
      /^The network 62308 lists no usable NPI in plans\.json, providers\.json \(providers\.json: 2 bad_npi on lines 2, 3\)/,
  })
})

test('publishes a network with one listing, for any number of rejected rows', () => {
  const counts = new NetworkCounts()
  counts.addListing('62308')
  counts.addFile('62308', createReport('providers.json', 1, 2))
  counts.rejectEmpty()
})

test('accepts files that list no NPI and have no rejected rows', () => {
  const counts = new NetworkCounts()
  counts.addFile('62308', createReport('plans.json', 3, 0))
  counts.rejectEmpty()
})
