import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceFile, SourceKind } from '@careatlas/directory/snapshot/format'
import * as fc from 'fast-check'
import { isLater } from '../ordering.ts'
import { arbitraryFact } from './arbitrary-facts.fixture.ts'
import { explain, type ExplainedStatement } from './explain.ts'
import { hoursOn } from '../compose/fictional-facts.fixture.ts'
import type { Fact, ObservedPlace } from './facts.ts'
import {
  clinicianRow,
  deactivation,
  toSourcedFacts,
  listing,
  observation,
  secondaryLocation,
} from './sample-facts.fixture.ts'
import { listStatements } from './statements.ts'

const [october, november, january] = ['2025-10-12', '2025-11-09', '2026-01-11']

/** A file of a kind and day as the manifest has it. */
function sourceFile(kind: SourceKind, as_of: string | null, file = `${kind}.csv`): SourceFile {
  return {
    kind,
    source: '',
    file,
    as_of,
    rows: 1,
    accepted: 1,
    facts: 1,
    unregistered: 0,
    rejected: {},
    left_out: {},
  }
}

/** "telehealth: yes", and why it lost. */
function summarize(statements: readonly ExplainedStatement[]): readonly (readonly [string, string | null])[] {
  return statements.map(({ field, value, lost_because }) => [`${field}: ${value}`, lost_because])
}

const row = clinicianRow(january, { practice: null })
const rowStatements = [
  ['entity: clinician', null],
  ['name: MARTA ROE', null],
] as const
const otherAddress = 'the NPI has no current practice address there'

function hoursAt(line1: string, postalCode: string): ObservedPlace {
  return { line1, postalCode, officeHours: hoursOn(['mon'], '08:00', '12:00'), accepting: null }
}

const lost = 'a newer or more trusted statement takes precedence'

const cases: readonly {
  readonly name: string
  readonly facts: readonly Fact[]
  readonly files?: readonly SourceFile[]
  readonly expected: readonly (readonly [string, string | null])[]
}[] = [
  {
    name: 'returns the current row first, and the replaced rows last, with the reason',
    facts: [clinicianRow(october, { practice: null, gender: 'F' }), deactivation(november), row],
    expected: [
      ...rowStatements,
      ['entity: clinician', `the registry row of ${january} is newer`],
      ['name: MARTA ROE', `the registry row of ${january} is newer`],
      ['gender: F', `the registry row of ${january} is newer`],
      [`deactivated: ${november}`, `the registry row of ${january} is newer`],
    ],
  },
  {
    name: 'uses the newer of several statements, and keeps the other with the reason',
    facts: [
      row,
      observation(january, { telehealth: false, source: 'partner' }),
      observation(november, { telehealth: true }),
    ],
    expected: [...rowStatements, ['telehealth: no', null], ['telehealth: yes', lost]],
  },
  {
    name: 'uses the more trusted of equally new statements, in any order of files',
    facts: [
      row,
      observation(november, { assignment: 'may_accept', source: 'cms_doctors_clinicians' }),
      observation(november, { assignment: 'accepts' }),
    ],
    expected: [
      ...rowStatements,
      ['Medicare assignment: may accept', null],
      ['Medicare assignment: accepts', lost],
    ],
  },
  {
    name: 'uses the later file of equally new and trusted statements',
    facts: [
      row,
      observation(november, { telehealth: true }),
      observation(november, { telehealth: false, source: 'partner' }),
    ],
    expected: [...rowStatements, ['telehealth: no', null], ['telehealth: yes', lost]],
  },
  {
    name: 'an undated statement loses to any dated one',
    facts: [
      row,
      observation(october, { telehealth: true }),
      observation(null, { telehealth: false, source: 'partner' }),
    ],
    expected: [...rowStatements, ['telehealth: yes', null], ['telehealth: no', lost]],
  },
  {
    name: 'lists of several sources add up',
    facts: [
      row,
      observation(october, { languages: ['es'], focus: ['asthma'] }),
      observation(november, { languages: ['pt'], source: 'partner' }),
    ],
    expected: [...rowStatements, ['language: pt', null], ['language: es', null], ['focus: asthma', null]],
  },
  {
    name: 'keeps a list that its source has updated with the reason, and uses its other statements',
    facts: [
      row,
      observation(october, { languages: ['es'], telehealth: true }),
      observation(november, { languages: ['pt'] }),
    ],
    expected: [
      ...rowStatements,
      ['language: pt', null],
      ['telehealth: yes', null],
      ['language: es', `survey states it again on ${november}`],
    ],
  },
  {
    name: 'does not use a replaced statement of a source whose other statements are current',
    facts: [
      row,
      observation(october, { statement: 'We care.', focus: ['asthma'] }),
      observation(november, { statement: 'We care more.' }),
    ],
    expected: [
      ...rowStatements,
      ['statement: We care more.', null],
      ['focus: asthma', null],
      ['statement: We care.', `survey states it again on ${november}`],
    ],
  },
  {
    name: 'keeps a fact that the newest dissemination of the registry omits with the reason',
    facts: [row, secondaryLocation(october, '2 ELM ST')],
    files: [sourceFile('registry', january), sourceFile('secondary_locations', january)],
    expected: [
      ...rowStatements,
      ['practice address: 2 ELM ST PROVIDENCE RI 02903', `the registry of ${january} no longer has it`],
    ],
  },
  {
    name: 'keeps hours and new patients at a place where the NPI does not practice with the reason',
    facts: [
      clinicianRow(january),
      secondaryLocation(january, '2 ELM ST'),
      observation(november, {
        languages: ['es'],
        places: [
          hoursAt('9 PIER ROAD', '02903'),
          hoursAt('1 Main Street', '02903-1234'),
          hoursAt('2 ELM ST', '02903'),
          hoursAt('2 ELM ST', '02999'),
        ],
      }),
    ],
    expected: [
      ...rowStatements,
      ['practice address: 1 MAIN ST PROVIDENCE RI 02903', null],
      ['practice address: 2 ELM ST PROVIDENCE RI 02903', null],
      ['language: es', null],
      ['hours at 1 Main Street 02903-1234: mon 08:00-12:00', null],
      ['hours at 2 ELM ST 02903: mon 08:00-12:00', null],
      ['hours at 9 PIER ROAD 02903: mon 08:00-12:00', otherAddress],
      ['hours at 2 ELM ST 02999: mon 08:00-12:00', otherAddress],
    ],
  },
  {
    name: 'keeps statements about another person under the NPI with the reason',
    facts: [row, observation(november, { languages: ['es'], person: { first: 'Olga', last: 'Stone' } })],
    expected: [...rowStatements, ['language: es', 'it is about Olga Stone']],
  },
  {
    name: 'keeps the older listing of one carrier with the reason, and uses that of another carrier',
    facts: [row, listing(october, '62308'), listing(october, '00890'), listing(november, '62308')],
    expected: [
      ...rowStatements,
      ['carrier 62308: listed', null],
      ['carrier 00890: listed', null],
      ['carrier 62308: listed', `plan_network states it again on ${november}`],
    ],
  },
  {
    name: 'returns statements about an NPI that no registry file has',
    facts: [listing(october, '62308')],
    expected: [['carrier 62308: listed', null]],
  },
]

for (const { name, facts, files = [], expected } of cases)
  test(name, () => assert.deepEqual(summarize(explain(toSourcedFacts(facts), files)), expected))

test('each statement has its source, its date and its file', () => {
  const files = [
    sourceFile('registry', january, 'main.csv'),
    sourceFile('observations', null, 'survey.ndjson'),
  ]
  const explained = explain(toSourcedFacts([row, observation(null, { telehealth: true })]), files)
  assert.deepEqual(
    explained.map(({ source, as_of, file }) => [source, as_of, file]),
    [
      ['nppes', january, 'main.csv'],
      ['nppes', january, 'main.csv'],
      ['survey', null, 'survey.ndjson'],
    ],
  )
})

const anyFacts = fc.array(arbitraryFact, { maxLength: 8 })
const anyFiles = fc.array(
  fc
    .tuple(
      fc.constantFrom('registry' as const, 'secondary_locations' as const, 'other_names' as const),
      fc.constantFrom(october, november, january),
    )
    .map(([kind, day]) => sourceFile(kind, day)),
  { maxLength: 4 },
)

test('returns every statement of every fact once, used or not', () => {
  fc.assert(
    fc.property(anyFacts, anyFiles, (facts, files) => {
      const statements = facts.flatMap((fact) =>
        listStatements(fact).map(({ field, value }) => `${field} ${value} ${fact.source} ${fact.asOf}`),
      )
      const explained = explain(toSourcedFacts(facts), files).map(
        ({ field, value, source, as_of }) => `${field} ${value} ${source} ${as_of}`,
      )
      assert.deepEqual(explained.toSorted(), statements.toSorted())
    }),
  )
})

test('uses one statement of each single field, before the others, which are not newer and not equal', () => {
  fc.assert(
    fc.property(anyFacts, anyFiles, (facts, files) => {
      const statements = facts.flatMap(listStatements)
      // A row of a clinician has several other names, a row of an organization has one.
      const fieldsOf = (single: boolean) =>
        new Set(statements.filter((statement) => statement.single === single).map(({ field }) => field))
      const single = fieldsOf(true).difference(fieldsOf(false))
      const surviving = explain(toSourcedFacts(facts), files).filter(
        ({ lost_because }) => lost_because === null || lost_because === lost,
      )
      const singleStatements = surviving.filter(({ field }) => single.has(field))
      for (const [first, ...others] of Map.groupBy(singleStatements, ({ field }) => field).values()) {
        assert.equal(first!.lost_because, null)
        for (const other of others) {
          assert.equal(other.lost_because, other.value === first!.value ? null : lost)
          assert.ok(!isLater(other.as_of, first!.as_of))
        }
      }
    }),
  )
})
