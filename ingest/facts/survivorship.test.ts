/** The rules of `docs/decisions/0010-survivorship.md`, in their order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceKind } from '@careatlas/directory/snapshot/format'
import type { ClinicianRow, Fact, Observation, FactFile } from './facts.ts'
import {
  clinicianRow,
  deactivation,
  endpoint,
  facility,
  toSourcedFacts,
  listing,
  observation,
  otherName,
  secondaryLocation,
} from './sample-facts.fixture.ts'
import { applySurvivorship } from './survivorship.ts'
import { listStatements } from './statements.ts'

const [october, november, january] = ['2025-10-12', '2025-11-09', '2026-01-11']

interface Case {
  /** Facts by a name, in the order of their files. */
  readonly facts: Readonly<Record<string, Fact>>
  readonly files?: readonly FactFile[]
  /** Null if no row of the registry has the NPI. */
  readonly registration: string | null
  readonly surviving?: readonly string[]
  readonly discarded?: Readonly<Record<string, string>>
}

function assertSurvivors({ facts, files = [], registration, surviving = [], discarded = {} }: Case): void {
  const nameOf = new Map(Object.entries(facts).map(([name, fact]) => [fact, name]))
  const found = applySurvivorship(toSourcedFacts(Object.values(facts)), files)
  assert.equal(found.registration ? nameOf.get(found.registration) : null, registration)
  assert.deepEqual(
    found.facts.map(({ fact }) => nameOf.get(fact)),
    surviving,
  )
  assert.deepEqual(
    Object.fromEntries(found.discarded.map((entry) => [nameOf.get(entry.sourcedFact.fact), entry.reason])),
    discarded,
  )
}

function factFile(kind: SourceKind, asOf: string | null): FactFile {
  return { kind, asOf }
}

const rowCases: Readonly<Record<string, Case>> = {
  'the row of the newest main file survives': {
    facts: { old: clinicianRow(october), newest: clinicianRow(january), newer: clinicianRow(november) },
    registration: 'newest',
    discarded: {
      old: `the registry row of ${january} is newer`,
      newer: `the registry row of ${january} is newer`,
    },
  },
  'of equally new rows, that of the later file survives': {
    facts: { first: clinicianRow(november), last: clinicianRow(november) },
    registration: 'last',
    discarded: { first: `the registry row of ${november} is newer` },
  },
  'of two rows with one date, the last updated one survives': {
    facts: {
      later: clinicianRow(november, { updatedOn: '2026-10-01' }),
      earlier: clinicianRow(november, { updatedOn: '2020-01-02' }),
    },
    registration: 'later',
    discarded: { earlier: `the registry row of ${november} is newer` },
  },
  'a dated row survives an undated row, even one in a later file': {
    facts: { dated: clinicianRow(october), undated: clinicianRow(null) },
    registration: 'dated',
    discarded: { undated: `the registry row of ${october} is newer` },
  },
  'an NPI deactivated in October and listed as active in January is active': {
    facts: { deactivated: deactivation(october), active: clinicianRow(january) },
    registration: 'active',
    discarded: { deactivated: `the registry row of ${january} is newer` },
  },
  'an NPI active in October and deactivated in January is deactivated': {
    facts: { deactivated: deactivation(january), active: clinicianRow(october) },
    registration: 'deactivated',
    discarded: { active: `the registry row of ${january} is newer` },
  },
  'an NPI without a row has no registration, and facts of other sources survive': {
    facts: { listed: listing(october, '62308'), place: secondaryLocation(october, '2 ELM ST') },
    registration: null,
    surviving: ['listed', 'place'],
  },
}

/** The facts that the registry publishes beside its rows: the kind of their file, and a function that creates one. */
const supplements: Readonly<Record<string, [SourceKind, (asOf: string, which: string) => Fact]>> = {
  'a secondary location': [
    'secondary_locations',
    (asOf, which) => secondaryLocation(asOf, `${which} ELM ST`),
  ],
  'another name': ['other_names', (asOf, which) => otherName(asOf, `CLINIC ${which}`)],
  'an endpoint': ['endpoints', (asOf, which) => endpoint(asOf, `${which}@direct.example`)],
}

const supplementCases: Readonly<Record<string, Case>> = Object.assign(
  {},
  ...Object.entries(supplements).map(([what, [kind, create]]): Record<string, Case> => {
    const facts = { old: create(october, '1'), row: clinicianRow(november) }
    const otherKinds = Object.values(supplements)
      .map(([other]) => other)
      .filter((other) => other !== kind)
    return {
      [`${what} is discarded if the dissemination of the newest row no longer has it`]: {
        facts,
        files: [factFile(kind, october), factFile('registry', november), factFile(kind, november)],
        registration: 'row',
        discarded: { old: `the registry of ${november} no longer has it` },
      },
      [`${what} survives if the dissemination of the newest row has no file of its kind`]: {
        facts,
        files: [
          factFile(kind, october),
          factFile('registry', november),
          ...otherKinds.map((other) => factFile(other, november)),
        ],
        registration: 'row',
        surviving: ['old'],
      },
      [`${what} survives if a dissemination does not have the NPI`]: {
        facts,
        files: [factFile('registry', november), factFile('registry', january), factFile(kind, january)],
        registration: 'row',
        surviving: ['old'],
      },
      [`${what} of the same dissemination as the row survives`]: {
        facts: { one: create(november, '1'), two: create(november, '2'), row: clinicianRow(november) },
        files: [factFile('registry', november), factFile(kind, november)],
        registration: 'row',
        surviving: ['one', 'two'],
      },
      [`${what} that is newer than the row survives`]: {
        facts: { newer: create(january, '1'), row: clinicianRow(november) },
        files: [factFile('registry', november), factFile(kind, november), factFile(kind, january)],
        registration: 'row',
        surviving: ['newer'],
      },
      [`${what} is discarded if a newer file of its kind names the NPI`]: {
        facts: { old: create(october, '1'), newer: create(november, '2'), row: clinicianRow(october) },
        files: [factFile('registry', october), factFile(kind, october), factFile(kind, november)],
        registration: 'row',
        surviving: ['newer'],
        discarded: { old: `nppes states it again on ${november}` },
      },
    }
  }),
)

function medicarePlace(asOf: string | null, line1 = '9 PIER RD'): Fact {
  return secondaryLocation(asOf, line1, { source: 'cms_doctors_clinicians' })
}

const placeCases: Readonly<Record<string, Case>> = {
  'a Medicare place survives if the registration is older': {
    facts: { row: clinicianRow(january, { updatedOn: october }), place: medicarePlace(november) },
    registration: 'row',
    surviving: ['place'],
  },
  'a Medicare place survives if the registration was updated on the same date': {
    facts: { row: clinicianRow(january, { updatedOn: november }), place: medicarePlace(november) },
    registration: 'row',
    surviving: ['place'],
  },
  'a Medicare place is discarded if the registration was updated later': {
    facts: { row: clinicianRow(january, { updatedOn: november }), place: medicarePlace(october) },
    registration: 'row',
    discarded: { place: `the registration was updated on ${november}` },
  },
  'a Medicare place survives if the registration has no update date': {
    facts: { row: clinicianRow(january, { updatedOn: null }), place: medicarePlace(october) },
    registration: 'row',
    surviving: ['place'],
  },
  'an undated Medicare place is discarded': {
    facts: { row: clinicianRow(january, { updatedOn: null }), place: medicarePlace(null) },
    registration: 'row',
    discarded: { place: 'its date is unknown, and the registration may be newer' },
  },
  'a Medicare place survives although the registry omits it': {
    facts: { row: clinicianRow(january, { updatedOn: october }), place: medicarePlace(november) },
    files: [factFile('registry', january), factFile('secondary_locations', january)],
    registration: 'row',
    surviving: ['place'],
  },
  'a place is discarded if the newer Medicare file has others, which both survive': {
    facts: {
      row: clinicianRow(january, { updatedOn: october }),
      old: medicarePlace(october, '9 PIER RD'),
      one: medicarePlace(november, '7 QUAY RD'),
      two: medicarePlace(november, '8 QUAY RD'),
    },
    registration: 'row',
    surviving: ['one', 'two'],
    discarded: { old: `cms_doctors_clinicians states it again on ${november}` },
  },
  'a secondary location of the registry does not replace a Medicare place': {
    facts: {
      row: clinicianRow(january, { updatedOn: october }),
      place: medicarePlace(november),
      secondary: secondaryLocation(january, '2 ELM ST'),
    },
    registration: 'row',
    surviving: ['place', 'secondary'],
  },
}

const listingCases: Readonly<Record<string, Case>> = {
  'a newer listing replaces that of the same carrier, and listings of other carriers survive': {
    facts: {
      row: clinicianRow(january),
      old: listing(october, '62308'),
      other: listing(october, '00890'),
      newer: listing(november, '62308'),
    },
    registration: 'row',
    surviving: ['other', 'newer'],
    discarded: { old: `plan_network states it again on ${november}` },
  },
  'a listing survives a newer registration': {
    facts: { row: clinicianRow(january, { updatedOn: january }), listed: listing('2022-04-22', '62308') },
    files: [factFile('registry', january), factFile('network', '2022-04-22')],
    registration: 'row',
    surviving: ['listed'],
  },
  'an undated listing survives until its carrier has a dated one': {
    facts: {
      row: clinicianRow(january),
      undated: listing(null, '62308'),
      alone: listing(null, '00890'),
      dated: listing(october, '62308'),
    },
    registration: 'row',
    surviving: ['alone', 'dated'],
    discarded: { undated: `plan_network states it again on ${october}` },
  },
  'a listed facility survives until a newer list has its NPI': {
    facts: { row: clinicianRow(january), old: facility(october), newer: facility(november) },
    registration: 'row',
    surviving: ['newer'],
    discarded: { old: `cms_facilities states it again on ${november}` },
  },
}

const married = clinicianRow(january, {
  updatedOn: october,
  name: { prefix: null, first: 'MARTA', middle: 'INES', last: 'ROE-HILL', suffix: null, credential: null },
  otherNames: [{ kind: 'former', first: 'MARTHA', middle: null, last: "O'LARK" }],
})

/** The person that a source names, and whether it can be the clinician of the row. */
const persons: readonly (readonly [first: string, last: string, canMatch: boolean])[] = [
  ['Marta', 'Roe', true],
  ['M.', 'Hill', true],
  ['Tita', 'Roe Hill', true],
  ['Martha', 'Stone', true],
  ['Ines', 'Stone', true],
  ['Tita', 'O Lark', true],
  ['Olga', 'Stone', false],
  ['Roe', 'Marta', false],
]

const personCases: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    persons.map(([first, last, canMatch]): [string, Case] => {
      const facts = {
        row: married,
        observed: observation(november, { languages: ['es'], person: { first, last } }),
        listed: { ...listing(november, '62308'), person: { first, last } } as const,
        place: secondaryLocation(november, '9 PIER RD', { source: 'survey', person: { first, last } }),
      }
      const reason = `it is about ${first} ${last}`
      const name = `a record of ${first} ${last} ${canMatch ? 'may be' : 'is not'} about Marta Ines Roe-Hill, formerly O'Lark`
      return canMatch
        ? [name, { facts, registration: 'row', surviving: ['observed', 'listed', 'place'] }]
        : [
            name,
            { facts, registration: 'row', discarded: { observed: reason, listed: reason, place: reason } },
          ]
    }),
  ),
  'a record of another person does not replace an older one of the clinician': {
    facts: {
      row: married,
      old: observation(october, { languages: ['es'], person: { first: 'MARTA', last: 'ROE' } }),
      other: observation(november, { languages: ['en'], person: { first: 'OLGA', last: 'STONE' } }),
    },
    registration: 'row',
    surviving: ['old'],
    discarded: { other: 'it is about OLGA STONE' },
  },
  'a name in an older row of the registry also belongs to the clinician': {
    facts: {
      old: clinicianRow(october),
      row: clinicianRow(january, { name: { ...married.name, first: 'TITA', middle: null, last: 'HILL' } }),
      listed: observation(november, { languages: ['es'], person: { first: 'MARTA', last: 'ROE' } }),
    },
    registration: 'row',
    surviving: ['listed'],
    discarded: { old: `the registry row of ${january} is newer` },
  },
}

const cases = { ...rowCases, ...supplementCases, ...placeCases, ...listingCases, ...personCases }
for (const [name, expected] of Object.entries(cases)) test(name, () => assertSurvivors(expected))

/** Statements about a place. */
type PlaceStatements = Partial<Pick<Observation['places'][number], 'officeHours' | 'accepting'>>

function placeAt(line1: string, more: PlaceStatements): Observation['places'][number] {
  return { line1, postalCode: '02903', officeHours: [], accepting: null, ...more }
}

const mondays = [{ day: 'mon', open: '08:00', close: '17:00' }] as const
const tuesdays = [{ day: 'tue', open: '10:00', close: '16:00' }] as const

/** Each part of an observation, with an old and an updated value. */
const parts: Readonly<Record<string, readonly [old: Partial<Observation>, updated: Partial<Observation>]>> = {
  languages: [{ languages: ['es'] }, { languages: ['pt'] }],
  education: [
    { education: [{ kind: 'degree', institution: 'OLD SCHOOL', field: null, year: null }] },
    { education: [{ kind: 'degree', institution: 'NEW SCHOOL', field: null, year: null }] },
  ],
  focus: [{ focus: ['asthma'] }, { focus: ['diabetes'] }],
  affiliations: [
    { affiliations: [{ kind: 'hospital', name: 'OLD HOSPITAL' }] },
    { affiliations: [{ kind: 'hospital', name: 'NEW HOSPITAL' }] },
  ],
  telehealth: [{ telehealth: true }, { telehealth: false }],
  assignment: [{ assignment: 'accepts' }, { assignment: 'may_accept' }],
  statement: [{ statement: 'We care.' }, { statement: 'We care more.' }],
  hours: [
    { places: [placeAt('1 MAIN ST', { officeHours: [...mondays] })] },
    { places: [placeAt('1 MAIN ST', { officeHours: [...tuesdays] })] },
  ],
  'new patients': [
    { places: [placeAt('1 MAIN ST', { accepting: 'accepting' })] },
    { places: [placeAt('1 MAIN ST', { accepting: 'not_accepting' })] },
  ],
  'hours elsewhere': [
    { places: [placeAt('2 ELM ST', { officeHours: [...mondays] })] },
    { places: [placeAt('2 ELM ST', { officeHours: [...tuesdays] })] },
  ],
}

/** One observation with the content of both. Equal places are merged. */
function merge(a: Partial<Observation>, b: Partial<Observation>): Partial<Observation> {
  const byLine = Map.groupBy([...(a.places ?? []), ...(b.places ?? [])], ({ line1 }) => line1)
  const merged = [...byLine].map(([line1, group]) =>
    placeAt(line1, {
      officeHours: group.flatMap(({ officeHours }) => officeHours),
      accepting: group.map(({ accepting }) => accepting).find((accepting) => accepting !== null) ?? null,
    }),
  )
  return { ...a, ...b, places: merged }
}

function summarize(facts: readonly Fact[]): readonly string[] {
  return facts
    .flatMap(listStatements)
    .map(({ field, value }) => `${field}: ${value}`)
    .toSorted()
}

function assertParts(
  observations: readonly Observation[],
  expectedSurviving: readonly Partial<Observation>[],
  expectedDiscarded: readonly Partial<Observation>[],
): void {
  const { facts, discarded } = applySurvivorship(toSourcedFacts([clinicianRow(january), ...observations]), [])
  const summaryOf = (expected: readonly Partial<Observation>[]) =>
    summarize(expected.map((content) => observation(null, content)))
  assert.deepEqual(summarize(facts.map(({ fact }) => fact)), summaryOf(expectedSurviving))
  assert.deepEqual(summarize(discarded.map((entry) => entry.sourcedFact.fact)), summaryOf(expectedDiscarded))
  for (const { reason } of discarded) assert.equal(reason, `survey states it again on ${november}`)
}

for (const [name, [old, updated]] of Object.entries(parts)) {
  test(`newer ${name} replace only the older ${name} of the same source`, () => {
    for (const [other, [kept]] of Object.entries(parts)) {
      if (other === name) continue
      assertParts(
        [observation(october, merge(old, kept)), observation(november, updated)],
        [updated, kept],
        [old],
      )
    }
    assertParts([observation(october, old), observation(november, updated)], [updated], [old])
  })

  test(`${name} survive others of the same date, and newer ones of another source`, () => {
    assertParts([observation(november, old), observation(november, updated)], [old, updated], [])
    const partner = { ...observation(november, updated), source: 'partner' }
    assertParts([observation(october, old), partner], [old, updated], [])
  })
}

test('an observation with an empty place replaces nothing', () => {
  const filled = { places: [placeAt('1 MAIN ST', { officeHours: [...mondays], accepting: 'accepting' })] }
  const empty = { places: [placeAt('1 MAIN ST', {})] }
  assertParts([observation(october, filled), observation(november, empty)], [filled], [])
})

test('the reason for each discarded part gives the date on which its source stated it again', () => {
  const old = { languages: ['es'], telehealth: true }
  const { facts, discarded } = applySurvivorship(
    toSourcedFacts([
      observation(october, old),
      observation(november, { languages: ['pt'] }),
      observation(january, { telehealth: false }),
    ]),
    [],
  )
  assert.equal(facts.length, 2)
  assert.deepEqual(
    discarded.map(({ sourcedFact: { fact, file }, reason }) => [file, summarize([fact]), reason]),
    [
      [0, ['language: es'], `survey states it again on ${november}`],
      [0, ['telehealth: yes'], `survey states it again on ${january}`],
    ],
  )
})

const registryFiles = [factFile('registry', january)]
const listedPlace = (asOf: string, street = '9 ELSEWHERE ST') =>
  secondaryLocation(asOf, street, { source: 'cms_doctors_clinicians' })

const practiceCases: Readonly<Record<string, [updatedOn: string, listed: Fact, isDiscarded: boolean]>> = {
  'is discarded if a newer list has another place': ['2019-05-01', listedPlace(november), true],
  'survives if the list spells it differently': ['2019-05-01', listedPlace(november, '1 MAIN STREET'), false],
  'survives if the list has the same address': ['2019-05-01', listedPlace(november, '1 MAIN ST'), false],
  'survives if the list adds the unit': ['2019-05-01', listedPlace(november, '1 MAIN ST STE 4'), false],
  'survives if it was registered in the last three years': ['2024-05-01', listedPlace(november), false],
  'survives if the list itself is too old': ['2019-05-01', listedPlace('2020-05-01'), false],
}
for (const [what, [updatedOn, listed, isDiscarded]] of Object.entries(practiceCases)) {
  test(`an old practice address ${what}`, () => {
    const { registration, discarded } = applySurvivorship(
      toSourcedFacts([clinicianRow(january, { updatedOn }), listed]),
      registryFiles,
    )
    assert.equal((registration as ClinicianRow).practice === null, isDiscarded)
    const reason = `registered on ${updatedOn}, and cms_doctors_clinicians has listed other places since`
    assert.equal(
      discarded.some((entry) => entry.reason === reason),
      isDiscarded,
    )
  })
}

test('keeps a mailing address that equals a discarded practice address', () => {
  const row = clinicianRow(january, { updatedOn: '2019-05-01', mailing: 'practice' })
  const { registration } = applySurvivorship(toSourcedFacts([row, listedPlace(november)]), registryFiles)
  assert.deepEqual((registration as ClinicianRow).mailing, row.practice)
})

test('discards a listed place that is more than three years older than the registry', () => {
  const row = clinicianRow(january, { updatedOn: '2017-04-01' })
  const { discarded } = applySurvivorship(toSourcedFacts([row, listedPlace('2017-06-01')]), registryFiles)
  assert.deepEqual(
    discarded.map(({ reason }) => reason),
    ['it is more than three years older than the registry'],
  )
})
