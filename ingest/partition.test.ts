import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { npiRange, partitionCount, partitionOfNpi } from './partition.ts'

const partitions = Array.from({ length: partitionCount }, (_, partition) => partition)
const [lowest, highest] = [1_000_000_000, 2_999_999_999]

/** The partitions whose range contains the NPI. Compares as text, like the fact store. */
function partitionsWith(npi: string): readonly number[] {
  return partitions.filter((partition) => {
    const [from, to] = npiRange(partition)
    return npi >= from && npi < to
  })
}

function assertPartition(npi: number): void {
  assert.deepEqual(partitionsWith(String(npi)), [partitionOfNpi(String(npi))], String(npi))
}

test('every NPI is in the range of exactly one partition', () => {
  fc.assert(fc.property(fc.integer({ min: lowest, max: highest }), assertPartition))
})

test('NPIs at the limits and on both sides of every border are in exactly one partition', () => {
  const borders = partitions.map((partition) => Number(npiRange(partition)[0])).filter((border) => border > 0)
  assert.equal(borders.length, partitionCount - 1)
  for (const border of [...borders, 2_000_000_000])
    for (const npi of [border - 1, border, border + 1]) assertPartition(npi)
  assertPartition(lowest)
  assertPartition(highest)
})

test('NPIs that start with 2 share the last partition, and the other partitions have equal ranges', () => {
  assert.equal(partitionOfNpi('2000000000'), partitionCount - 1)
  assert.equal(partitionOfNpi('1999999999'), partitionCount - 2)
  const sizes = partitions.slice(1, -1).map((partition) => {
    const [from, to] = npiRange(partition)
    return Number(to) - Number(from)
  })
  assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
})

test('the order of partitions is the order of NPIs', () => {
  const npi = fc.integer({ min: lowest, max: highest }).map(String)
  fc.assert(
    fc.property(npi, npi, (a, b) => {
      if (a < b) assert.ok(partitionOfNpi(a) <= partitionOfNpi(b))
    }),
  )
})
