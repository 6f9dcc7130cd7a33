import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { textIn } from '@careatlas/directory/snapshot/blocks'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'
import { addressOf, plainContext } from '../compose/fictional-facts.fixture.ts'
import type { Fact } from '../facts/facts.ts'
import {
  clinicianRow,
  deactivation,
  facility,
  toSourcedFacts,
  listing,
  npi,
  observation,
  organizationRow,
} from '../facts/sample-facts.fixture.ts'
import { partitionCount, partitionOfNpi } from '../partition.ts'
import { mergeByNpi, type MergedPartition } from './merge-by-npi.ts'
import { StepContext } from './step-context.ts'
import { reconcileFacilities } from './reconcile-facilities.ts'

const [october, november, january] = ['2025-10-12', '2025-11-09', '2026-01-11']

interface MergeResult extends MergedPartition {
  /** The NPI of each record, after the listings are compared. */
  readonly recorded: readonly string[]
}

/** Merges `facts` of one NPI, each from a separate file. */
function mergeFacts(facts: readonly Fact[], regions: readonly string[] | null = null): MergeResult {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'merge-'))
  const context = new StepContext(
    {
      work: folder.path,
      threads: 0,
      partitionsPerRun: 256,
      previousFacts: null,
      files: facts.map(({ asOf }) => ({ kind: 'registry', asOf })),
      rankOf: facts.map((_, file) => file),
      regions: regions && new Set(regions),
      compose: plainContext,
      composer: null,
    },
    0,
  )
  for (const [file, fact] of facts.entries()) context.spill('facts', partitionOfNpi(npi), { file, fact })
  context.flush()
  const result = mergeByNpi(context, partitionOfNpi(npi))
  context.flush()
  reconcileFacilities(context)
  context.flush()
  const partitions = Array.from({ length: partitionCount }, (_, partition) => partition)
  const records = partitions.flatMap((partition) => [...context.read('records', partition)])
  return { ...result, recorded: records.map(({ who }) => who.kind).toSorted() }
}

const createRegistryRow = (asOf: string) => organizationRow(asOf)
const facilityElsewhere = facility(january, {
  practice: { address: addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT'), phone: null },
})

const facilities: readonly {
  readonly name: string
  readonly facts: readonly Fact[]
  readonly regions?: readonly string[]
  readonly recorded: readonly string[]
  readonly registered?: RegistryStatus
}[] = [
  {
    name: 'a listed facility whose NPI is deactivated is not presented, even if its list is newer',
    facts: [createRegistryRow(october), deactivation(november), facility(january)],
    recorded: [],
    registered: { status: 'deactivated', since: november },
  },
  {
    name: 'a listed facility whose NPI has only a deactivation is not presented',
    facts: [deactivation(november), facility(january)],
    recorded: [],
    registered: { status: 'deactivated', since: november },
  },
  {
    name: 'a listed facility whose NPI is active again is presented',
    facts: [deactivation(october), createRegistryRow(november), facility(january)],
    recorded: ['facility', 'organization'],
  },
  {
    name: 'a listed facility whose NPI is in no registry file is presented',
    facts: [facility(january)],
    recorded: ['facility'],
  },
  {
    name: 'a facility that a newer list names elsewhere is presented only there',
    facts: [facility(november), facilityElsewhere],
    recorded: ['facility'],
  },
  {
    name: 'a listed facility outside the served regions is not presented, and its organization inside is',
    facts: [createRegistryRow(november), facilityElsewhere],
    regions: ['US-RI'],
    recorded: ['organization'],
  },
  {
    name: 'a listed facility inside the served regions is presented, and its organization outside is not',
    facts: [{ ...createRegistryRow(november), practice: facilityElsewhere.practice }, facility(january)],
    regions: ['US-RI'],
    recorded: ['facility'],
    registered: { status: 'outside_coverage' },
  },
]

for (const { name, facts, regions, recorded, registered } of facilities) {
  test(name, () => {
    const result = mergeFacts(facts, regions)
    assert.deepEqual(result.recorded, recorded)
    assert.deepEqual(result.registered, registered ? [[npi, registered]] : [])
  })
}

test('each file that names an NPI without a registration counts that NPI once', () => {
  const { unregistered, recorded } = mergeFacts([
    listing(october, '62308'),
    observation(november, { languages: ['es'] }),
  ])
  assert.deepEqual(unregistered, [1, 1])
  assert.deepEqual(recorded, [])
})

test('facts about another person are counted for the file that states them', () => {
  const person = { first: 'OLGA', last: 'STONE' }
  const { nameMismatches } = mergeFacts([
    clinicianRow(october),
    { ...listing(november, '62308'), person },
    observation(november, { languages: ['es'], person: { first: 'MARTA', last: 'ROE' } }),
    observation(november, { languages: ['en'] }),
  ])
  assert.deepEqual(nameMismatches, [0, 1, 0, 0])
})

test('every registry row except the current one is counted as superseded', () => {
  assert.equal(
    mergeFacts([createRegistryRow(october), deactivation(november), createRegistryRow(january)]).superseded,
    2,
  )
  assert.equal(mergeFacts([createRegistryRow(october), listing(november, '62308')]).superseded, 0)
  assert.equal(mergeFacts([listing(november, '62308')]).superseded, 0)
})

test('all facts are kept, including superseded ones', () => {
  const facts = [createRegistryRow(october), createRegistryRow(january), listing(january, '62308')]
  const [block] = mergeFacts(facts).facts
  assert.deepEqual(JSON.parse(textIn(block!.bytes, npi)!), toSourcedFacts(facts))
})
