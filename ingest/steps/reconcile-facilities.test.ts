import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { unpackTexts } from '@careatlas/directory/snapshot/blocks'
import { plainContext } from '../compose/fictional-facts.fixture.ts'
import { facilityKey, streetsKey } from '../snapshot-builder/fact-store.ts'
import { at, listing } from '../places/listings.fixture.ts'
import type { Neighbor } from '../places/neighbors.ts'
import { partitionCount, partitionOfAddress } from '../partition.ts'
import { StepContext } from './step-context.ts'
import { reconcileFacilities } from './reconcile-facilities.ts'

const listedNpi = '1000000011'
const housePoint = { lat: 41.8112, lng: -71.4083 }
const providence = { ...listing(at('02903'), { npi: listedNpi, point: housePoint }, [at('02903')]), file: 0 }
const westerly = { ...listing(at('02891', 'WESTERLY')), file: 1 }
const point = { lat: 41.824, lng: -71.4128 }
const [east, west] = ['9 PIER RD', '7 HOPE ST'].map((line, file) => ({
  ...listing(at('02903', 'PROVIDENCE', line), { name: line, point }),
  file,
}))

/** Reconciles the listings of two files: those with an NPI from the first step, the others as they are read. */
function reconcile(regions: readonly string[] | null = null, neighbors: readonly Neighbor[] = []) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'reconcile-'))
  const files = [0, 1].map(() => ({ kind: 'facilities', asOf: '2026-10-01' }) as const)
  const context = new StepContext(
    {
      work: folder.path,
      threads: 0,
      partitionsPerRun: 256,
      previousFacts: null,
      files,
      rankOf: [0, 1],
      regions: regions && new Set(regions),
      compose: plainContext,
      composer: null,
    },
    0,
  )
  context.spill('listings', 3, providence)
  for (const { file, fact } of [westerly, east!, west!]) context.spill('facilities', 5, { file, fact })
  context.spill('streets', 0, '593 EDDY ST|RI')
  for (const neighbor of neighbors) context.spill('neighbors', 0, neighbor)
  context.flush()
  const { kept, leftOut } = reconcileFacilities(context)
  context.flush()
  const partitions = Array.from({ length: partitionCount }, (_, partition) => partition)
  return {
    kept: new Map(kept.flatMap(({ bytes }) => [...unpackTexts(bytes)])),
    leftOut,
    recorded: partitions.flatMap((partition) =>
      [...context.read('records', partition)].map((record) => {
        assert.equal(partitionOfAddress(record.buildingKey), partition)
        assert.ok(record.who.kind === 'facility')
        return [
          record.who.name,
          record.registered.address.city,
          record.who.point === null ? 'no point' : 'a point',
        ]
      }),
    ),
  }
}

test('listings without an NPI are compared with listings that have one, and rejections are counted by file', () => {
  const { leftOut, recorded } = reconcile()
  assert.deepEqual(leftOut, {
    point_of_a_town: [1, 1],
    registered_elsewhere: [0, 0],
    same_house_elsewhere: [0, 1],
  })
  assert.deepEqual(
    new Set(recorded.map((parts) => parts.join(' '))),
    new Set([
      '7 HOPE ST PROVIDENCE no point',
      '9 PIER RD PROVIDENCE no point',
      'HARBOR HOSPITAL PROVIDENCE a point',
    ]),
  )
})

test('rejected listings are kept, because a later list may confirm them', () => {
  const { kept } = reconcile()
  assert.deepEqual([...kept.keys()], [facilityKey(5), streetsKey])
  assert.equal((JSON.parse(kept.get(facilityKey(5))!) as unknown[]).length, 3)
  assert.deepEqual(JSON.parse(kept.get(streetsKey)!), ['593 EDDY ST|RI'])
})

test('the registrants in a street determine the town of an address', () => {
  const street = { street: '593 EDDY ST|RI', zip5: '02895', city: 'WOONSOCKET', phone: null }
  const neighbors = ['1000000031', '1000000032'].map((npi) => ({ ...street, npi }))
  assert.deepEqual(reconcile(null, neighbors).leftOut.same_house_elsewhere, [0, 1])
  const localNeighbor = { ...street, zip5: '02891', city: 'WESTERLY', npi: '1000000033' }
  assert.deepEqual(reconcile(null, [...neighbors, localNeighbor]).leftOut.same_house_elsewhere, [0, 1])
})

test('a place outside the served regions is compared but not recorded', () => {
  const { leftOut, recorded } = reconcile(['US-CT'])
  assert.deepEqual(leftOut.same_house_elsewhere, [0, 1])
  assert.deepEqual(recorded, [])
})
