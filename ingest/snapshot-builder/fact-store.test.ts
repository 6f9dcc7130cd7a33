import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { blockChars, packBlocks } from '@careatlas/directory/snapshot/blocks'
import * as fc from 'fast-check'
import { arbitraryFact } from '../facts/arbitrary-facts.fixture.ts'
import type { Facility, SourcedFact } from '../facts/facts.ts'
import { facility, listing } from '../facts/sample-facts.fixture.ts'
import { partitionCount, partitionOfNpi } from '../partition.ts'
import { facilityKey, streetsKey, FactReader, factsFile, FactWriter, type Settings } from './fact-store.ts'

const settings: Settings = {
  payers: [{ code: '62308', kind: 'payer_id', name: 'Cigna', aliases: ['CIGNA HEALTH'] }],
  carriers: ['62308'],
  officialNames: [['207RC0000X', 'Cardiovascular Disease Physician']],
  files: [{ kind: 'nucc', path: '/srv/nucc.csv', asOf: null, code: null }],
}

interface StoreContent {
  /** By NPI. */
  readonly facts: ReadonlyMap<string, readonly SourcedFact[]>
  /** By partition. */
  readonly facilities: ReadonlyMap<number, readonly SourcedFact<Facility>[]>
}

/** Writes like the steps: partition by partition, each in separate blocks. */
function writeStore(folder: string, { facts, facilities }: StoreContent): FactReader {
  const path = join(folder, factsFile)
  using writer = new FactWriter(path)
  const byPartition = Map.groupBy(facts, ([npi]) => partitionOfNpi(npi))
  for (const entries of byPartition.values()) {
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
    writer.addFacts([
      ...packBlocks(
        sorted.map(([npi, stored]) => [npi, JSON.stringify(stored)]),
        blockChars.facts,
      ),
    ])
  }
  for (const [partition, listed] of facilities)
    writer.addListed([...packBlocks([[facilityKey(partition), JSON.stringify(listed)]])])
  writer.finish(settings)
  return new FactReader(path)
}

const anyNpi = fc.integer({ min: 1_000_000_000, max: 2_999_999_999 }).map(String)
/** NPIs from the whole range, and close ones, so that several share a block. */
const npis = fc.uniqueArray(
  fc.oneof(anyNpi, fc.integer({ min: 1_500_000_000, max: 1_500_000_040 }).map(String)),
  { maxLength: 40 },
)
const sourcedFacts = fc.array(
  fc.tuple(fc.nat(9), arbitraryFact).map(([file, fact]) => ({ file, fact })),
  { minLength: 1, maxLength: 4 },
)

const storeContent: fc.Arbitrary<StoreContent> = fc
  .tuple(
    npis.chain((all) => fc.tuple(...all.map((npi) => fc.tuple(fc.constant(npi), sourcedFacts)))),
    fc.uniqueArray(fc.nat(partitionCount - 1), { maxLength: 5 }),
  )
  .map(([entries, partitions]) => ({
    facts: new Map(entries),
    facilities: new Map(
      partitions.map((partition) => [
        partition,
        [{ file: partition, fact: facility(null, { npi: null, name: `Clinic ${partition}` }) }],
      ]),
    ),
  }))

test('reads the stored facts of one NPI and of each partition, and the settings', () => {
  fc.assert(
    fc.property(storeContent, ({ facts, facilities }) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'facts-'))
      using reader = writeStore(folder.path, { facts, facilities })
      const partitions = Array.from({ length: partitionCount }, (_, partition) => partition)
      const read = partitions.flatMap((partition) => [...reader.readPartition(partition)])
      assert.deepEqual(
        read,
        [...facts].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
      for (const [npi, expected] of facts) assert.deepEqual(reader.readFacts(npi), expected)
      for (const partition of partitions)
        assert.deepEqual(reader.readFacilities(partition), facilities.get(partition) ?? [])
      assert.deepEqual(reader.readSettings(), settings)
    }),
    { numRuns: 25 },
  )
})

test('returns no facts for an unknown NPI: before the first, between two, after the last', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'facts-'))
  const stored = [{ file: 0, fact: listing(null, '62308') }]
  using reader = writeStore(folder.path, {
    facts: new Map([
      ['1500000010', stored],
      ['1500000020', stored],
    ]),
    facilities: new Map(),
  })
  for (const unknown of ['1000000000', '1500000015', '2999999999'])
    assert.deepEqual(reader.readFacts(unknown), [])
})

test('an empty store has no facts', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'facts-'))
  using reader = writeStore(folder.path, { facts: new Map(), facilities: new Map() })
  assert.deepEqual(reader.readFacts('1500000010'), [])
  assert.deepEqual([...reader.readPartition(0)], [])
  assert.deepEqual(reader.readFacilities(0), [])
  assert.deepEqual(reader.readStreets(), [])
})

test('finds facts in each of several blocks', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'facts-'))
  const long = facility(null, { name: 'A LONG NAME '.repeat(blockChars.facts / 60) })
  const all = Array.from(
    { length: 12 },
    (_, file) => [String(1_500_000_000 + file), [{ file, fact: long }]] as const,
  )
  using reader = writeStore(folder.path, { facts: new Map(all), facilities: new Map() })
  assert.deepEqual([...reader.readPartition(partitionOfNpi('1500000000'))], all)
  for (const [npi, expected] of all) assert.deepEqual(reader.readFacts(npi), expected)
})

test('stores the streets of facility lists next to the facilities', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'facts-'))
  const path = join(folder.path, factsFile)
  const streets = ['593 EDDY ST|RI', '9 PIER RD|RI']
  {
    using writer = new FactWriter(path)
    writer.addListed([...packBlocks([[streetsKey, JSON.stringify(streets)]])])
    writer.finish(settings)
  }
  using reader = new FactReader(path)
  assert.deepEqual(reader.readStreets(), streets)
  assert.deepEqual(reader.readFacilities(0), [])
})
