import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { npiRange, partitionCount, partitionOfNpi } from './partition.ts'

const partitions = Array.from({ length: partitionCount }, (_, partition) => partition)
const [lowest, highest] = [1_000_000_000, 2_999_999_999]

/** Compared as the store of facts compares them: as text. */
function holding(npi: string): readonly number[] {
  return partitions.filter((partition) => {
    const [from, to] = npiRange(partition)
    return npi >= from && npi < to
  })
}

function assertIn(npi: number): void {
  assert.deepEqual(holding(String(npi)), [partitionOfNpi(String(npi))], String(npi))
}

test('every NPI stands in the range of its partition and of no other', () => {
  fc.assert(fc.property(fc.integer({ min: lowest, max: highest }), assertIn))
})

test('so do the lowest, the highest, and those on both sides of every border', () => {
  const borders = partitions.map((partition) => Number(npiRange(partition)[0])).filter((border) => border > 0)
  assert.equal(borders.length, partitionCount - 1)
  for (const border of [...borders, 2_000_000_000])
    for (const npi of [border - 1, border, border + 1]) assertIn(npi)
  assertIn(lowest)
  assertIn(highest)
})

test('those that start with 2 share the last partition, and the partitions of the others are about as large', () => {
  assert.equal(partitionOfNpi('2000000000'), partitionCount - 1)
  assert.equal(partitionOfNpi('1999999999'), partitionCount - 2)
  const sizes = partitions.slice(1, -1).map((partition) => {
    const [from, to] = npiRange(partition)
    return Number(to) - Number(from)
  })
  assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
})

test('partitions taken in order give the NPIs in order', () => {
  const npi = fc.integer({ min: lowest, max: highest }).map(String)
  fc.assert(
    fc.property(npi, npi, (a, b) => {
      if (a < b) assert.ok(partitionOfNpi(a) <= partitionOfNpi(b))
    }),
  )
})
