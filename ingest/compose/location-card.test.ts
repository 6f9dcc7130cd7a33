import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocationCard } from '@careatlas/contract/cards'
import { addressOf, hoursOn, plainContext } from './fictional-facts.fixture.ts'
import type { ListedKind } from '../facts/listed-kind.ts'
import { unsupportedClaims } from './claim-check/unsupported-claims.ts'
import { composeLocationCard } from './location-card.ts'
import type { PlaceFacts, RosterMember } from './place-facts.ts'
import { unregistered } from './registration-fields.ts'

const clinic: PlaceFacts = {
  locationUuid: '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11',
  name: 'Blackstone Valley Health Center',
  address: addressOf('39 EAST AVE', 'PAWTUCKET'),
  point: { lat: null, lng: null, geo_precision: null, address_conflict: null },
  phone: null,
  organization: { npi: '1000000004', taxonomyCodes: ['261QC1500X'] },
  registered: unregistered,
  roster: [],
  hours: null,
  emergency: null,
  languages: [],
  sources: [{ id: 'nppes', as_of: '2026-11-09' }],
}
const addressOnly = { ...clinic, name: '39 East Avenue', organization: null }

function members(...codes: readonly (string | null)[]): RosterMember[] {
  const accepting = { value: 'unknown', source: null, as_of: null } as const
  return codes.map((taxonomyCode, index) => ({
    npi: `10000000${index + 10}`,
    name: `Pat Roe ${index}`,
    credentials: [],
    taxonomyCode,
    accepting,
    registeredOn: null,
  }))
}

function cardOf(place: PlaceFacts, notice: string | null = null): LocationCard {
  return LocationCard.parse(composeLocationCard(place, { ...plainContext, notice }))
}

test('the summary of a place with a roster has its kind, address, clinicians, hours and languages', () => {
  const card = cardOf({
    ...clinic,
    roster: members(
      ...Array<string>(6).fill('207Q00000X'),
      ...Array<string>(4).fill('363LF0000X'),
      '208000000X',
      '208000000X',
      '367A00000X',
      '103T00000X',
    ),
    hours: {
      value: [
        ...hoursOn(['mon', 'tue', 'wed', 'thu', 'fri'], '08:00', '18:00'),
        ...hoursOn(['sat'], '08:00', '12:00'),
      ],
      source: 'survey',
      asOf: '2026-03-01',
    },
    languages: ['es', 'kea'],
  })
  for (const part of [
    'Blackstone Valley Health Center',
    'community health clinic',
    '39 East Avenue in Pawtucket, Rhode Island',
    'Fourteen clinicians in this directory practice here: six family physicians, four family nurse practitioners, two pediatricians, a',
    'It is open on weekdays from 8 to 6 and Saturday until noon, as observed in March 2026.',
    'Spanish and Cape Verdean Creole are spoken by some of its clinicians.',
    'Community health clinics give health care',
  ]) {
    assert.ok(card.summary.includes(part), `${part}\n${card.summary}`)
  }
  assert.equal(card.clinical_focus.primary, 'Community health')
  assert.deepEqual(card.clinical_focus.areas.slice(0, 2), ['Family medicine', 'Family health'])
  assert.equal(card.provider_count, 14)
  assert.deepEqual(card.languages, ['es', 'kea'])
  assert.deepEqual(unsupportedClaims(card.summary, card), [])
})

const emergency = { source: 'cms_facilities', asOf: '2022-05-01' }
const emergencyCases = [
  [null, 'unknown', /^(?!.*emergenc)/],
  [{ ...emergency, value: true }, 'yes', / It has emergency services \(CMS, May 2022\)\./],
  [{ ...emergency, asOf: '2022-01-01', value: true }, 'yes', / It has emergency services \(CMS, 2022\)\./],
  [{ ...emergency, value: false }, 'no', / It has no emergency services \(CMS, May 2022\)\./],
  [
    { value: true, source: 'survey', asOf: null },
    'yes',
    / It has emergency services \(reported, undated\)\./,
  ],
] as const
for (const [stated, value, words] of emergencyCases) {
  test(`the card and the summary state emergency services as ${value} if ${stated?.source ?? 'no source'} states them`, () => {
    const { emergency_services, summary } = cardOf({ ...clinic, emergency: stated })
    const [source, as_of] = [stated?.source ?? null, stated?.asOf ?? null]
    assert.deepEqual(emergency_services, { value, source, as_of })
    assert.match(summary, words)
  })
}

function checkedSummary(place: PlaceFacts): string {
  const card = cardOf(place)
  assert.deepEqual(unsupportedClaims(card.summary, card), [])
  return card.summary
}

test('a summary mentions emergencies, or "day and night", for a hospital only if a source does', () => {
  for (const code of ['282N00000X', '282NC0060X', '282NR1301X', '286500000X']) {
    const organization = { npi: null, taxonomyCodes: [code] }
    for (const stated of [null, { ...emergency, value: false }])
      assert.doesNotMatch(
        checkedSummary({ ...clinic, organization, emergency: stated }),
        /day and night|emergenc(?!y services)/,
        code,
      )
    const open = checkedSummary({ ...clinic, organization, emergency: { ...emergency, value: true } })
    assert.match(open, /day and night|emergenc(?!y services)/, code)
  }
})

test('a summary calls a nursing home open day and night unless a source states no emergency services', () => {
  const organization = { npi: '1000000004', taxonomyCodes: ['314000000X'] }
  assert.match(checkedSummary({ ...clinic, organization }), /day and night/)
  const withoutEmergency = { ...clinic, organization, emergency: { ...emergency, value: false } }
  assert.doesNotMatch(checkedSummary(withoutEmergency), /day and night/)
})

test('a summary calls a hospital without a listing "registered as" a hospital', () => {
  const registered = { npi: '1000000004', taxonomyCodes: ['282N00000X'] }
  for (const listedHospital of [true, false]) {
    const summary = checkedSummary({ ...clinic, organization: { ...registered, listedHospital } })
    assert.equal(/registered as a general hospital/.test(summary), !listedHospital)
  }
  const other = { npi: '1000000004', taxonomyCodes: ['261QC1500X'], listedHospital: false }
  assert.doesNotMatch(checkedSummary({ ...clinic, organization: other }), /registered as/)
})

/** The NPI of an organization, the days of its registrations and of dated lists, and the words for its age. */
const placeAges: readonly (readonly [
  npi: string | null,
  statedOn: readonly (string | null)[],
  words: string,
])[] = [
  ['1000000004', ['2008-12-01'], ', as registered in 2008'],
  ['1000000004', ['2008-12-01', '2012-01-01'], ', as registered in 2012 or before'],
  ['1000000004', ['2023-11-09'], ''],
  ['1000000004', ['2008-12-01', '2024-07-01'], ''],
  ['1000000004', [null], ''],
  [null, [], ', according to an undated source'],
  [null, ['2018-01-01'], ', as listed in 2018'],
  [null, ['2024-07-01', '2018-07-01'], ', as listed in July 2024'],
]
for (const [npi, statedOn, words] of placeAges) {
  test(`a place ${npi === null ? 'of lists' : 'registered'} on ${statedOn.join(', ') || 'no known day'} has the age "${words}" in its summary`, () => {
    const listSources = (statedOn.length > 0 ? statedOn : [null]).map((as_of) => ({
      id: 'facility_list',
      as_of,
    }))
    for (const end of ['0', '1', '2', '3', '4', '5']) {
      const locationUuid = clinic.locationUuid.slice(0, -1) + end
      const organization = { npi, taxonomyCodes: ['261QC1500X'], statedOn }
      const sources = npi === null ? listSources : clinic.sources
      const [first] = checkedSummary({ ...clinic, locationUuid, organization, sources }).split('. ')
      assert.equal(/(?:, as registered|, as listed|, according to).*/.exec(first!)?.[0] ?? '', words)
    }
  })
}

const professions = ['207RC0000X', '363LF0000X', '363LF0000X']
/** The days on which the clinicians were registered, and the words for their age. The registry file is of 2026-11-09. */
const rosterAges: readonly (readonly [days: readonly (string | null)[], words: string])[] = [
  [['2012-03-01', '2009-01-01', '2010-05-05'], ', as registered in 2012 or before'],
  [['2012-03-01', '2012-01-01', '2012-05-05'], ', as registered in 2012'],
  [['2012-03-01', '2009-01-01', '2023-11-09'], ', two of them as registered in 2012 or before'],
  [[null, '2009-01-01', '2023-11-09'], ', one of them as registered in 2009'],
  [['2023-11-09', '2026-01-01', null], ''],
]
for (const [days, words] of rosterAges) {
  test(`the summary says of clinicians registered on ${days.join(', ')}: practice here${words}`, () => {
    const oldRoster = members(...professions).map((member, index) => ({
      ...member,
      registeredOn: days[index]!,
    }))
    assert.ok(
      checkedSummary({ ...clinic, roster: oldRoster }).includes(
        `Three clinicians in this directory practice here${words}: two`,
      ),
    )
    assert.ok(
      checkedSummary({ ...addressOnly, roster: oldRoster }).includes(
        `three clinicians in this directory share${words}. The clinicians are two`,
      ),
    )
    const nurses = checkedSummary({
      ...clinic,
      roster: oldRoster.map((nurse) => ({ ...nurse, taxonomyCode: '363LF0000X' })),
    })
    assert.ok(nurses.includes(`here, all of them family nurse practitioners${words}.`))
  })
}

test('the summary gives the age of an old registration of the only clinician', () => {
  const [alone] = members('363LF0000X')
  const roster = [{ ...alone!, registeredOn: '2012-03-01' }]
  const sources = [{ id: 'nppes', as_of: '2012-12-09' }]
  assert.match(
    checkedSummary({ ...clinic, roster, sources }),
    /One clinician in this directory practices here, as registered in 2012: Pat Roe 0, a/,
  )
  assert.match(
    checkedSummary({ ...addressOnly, roster, sources }),
    /practice address of Pat Roe 0, a family nurse practitioner, as registered in 2012\./,
  )
})

test('a summary that says "registered" gives the age without repeating the word', () => {
  const [alone] = members('390200000X')
  const roster = [{ ...alone!, registeredOn: '2012-03-01' }]
  const sources = [{ id: 'nppes', as_of: '2012-12-09' }]
  assert.match(
    checkedSummary({ ...clinic, roster, sources }),
    /directory is registered here, as of 2012: Pat/,
  )
  assert.match(
    checkedSummary({ ...addressOnly, roster, sources }),
    /registered address of Pat .*, as of 2012\./,
  )
})

test('the summary of a practice of several professions does not describe one of them', () => {
  assert.match(summaryOf('152W00000X'), /\. Optometrists /)
  assert.doesNotMatch(summaryOf('152W00000X', '207RC0000X'), /\. (?:Optometrists|Cardiologists) /)
})

test('the roster and the summary call a clinician with only a trainee code a trainee', () => {
  const registered = ['101YM0800X', '390200000X'].map((code) => ({ code, licenses: [] }))
  const roster = members('101YM0800X').map((member) => ({ ...member, credentials: [], registered }))
  const place = { ...addressOnly, roster }
  const officialNames = new Map([['101YM0800X', 'Counselor, Mental Health']])
  for (const context of [plainContext, { ...plainContext, officialNames }]) {
    const card = composeLocationCard(place, context)
    assert.equal(card.providers[0]?.specialty, 'Health care student or trainee')
    assert.match(card.summary, /a health care student or trainee/)
    assert.deepEqual(unsupportedClaims(card.summary, card), [])
  }
})

test('a listed facility does not get its clinical focus from its roster', () => {
  const organization = { npi: null, taxonomyCodes: [], listedAs: 'Veterans Affairs facility' } as const
  const { clinical_focus } = cardOf({ ...clinic, organization, roster: members('225800000X') })
  assert.deepEqual(clinical_focus, { primary: null, areas: ['Recreational therapy'] })
})

test('the summary of a listed hospital has the month of the list and that of its emergency services', () => {
  const organization = { npi: null, taxonomyCodes: ['282N00000X'], statedOn: ['2022-05-01'] }
  assert.match(
    checkedSummary({ ...clinic, organization, emergency: { ...emergency, value: true } }),
    /, as listed in May 2022\. .*It has emergency services \(CMS, May 2022\)\./,
  )
})

test('the summary of a listed hospital also names another listed kind', () => {
  const organization = { npi: null, taxonomyCodes: ['282N00000X', '314000000X'], statedOn: ['2022-05-01'] }
  const sources = [{ id: 'facility_list', as_of: '2022-05-01' }]
  assert.match(
    checkedSummary({ ...clinic, organization, sources }),
    /It is also listed as a skilled nursing center/,
  )
})

test('a summary names every listed unit of a hospital', () => {
  const organization = {
    npi: null,
    taxonomyCodes: ['273R00000X', '273Y00000X'],
    listedAs: 'hospital',
  } as const
  assert.match(
    checkedSummary({ ...clinic, organization }),
    /is listed with a psychiatric unit and a rehabilitation unit/,
  )
})

test('the summary of a place without a roster states that no clinicians are linked to it', () => {
  const pharmacy = { npi: '1000000004', taxonomyCodes: ['3336C0003X'] }
  const { summary } = cardOf({ ...clinic, name: 'Apothecary on Main', organization: pharmacy })
  assert.match(summary, /Apothecary on Main.*a drugstore \(community pharmacy\)/)
  assert.match(summary, /No individual clinicians are linked to it in this directory\./)
})

const hospital = { npi: '1000000004', taxonomyCodes: ['282N00000X'] }
const listedHospital = { npi: null, taxonomyCodes: [], listedAs: 'hospital' } as const

/** The codes on the roster of a hospital → the expected sentence. */
const hospitalRosters: readonly (readonly [codes: readonly string[], words: RegExp])[] = [
  [
    ['363LF0000X'],
    /One clinician is linked to it in this directory: Pat Roe 0, a family nurse practitioner\./,
  ],
  [['363LF0000X', '207RC0000X'], /Two clinicians are linked to it in this directory: /],
  [
    ['207RC0000X', '207RC0000X'],
    /Two clinicians are linked to it in this directory, both of them cardiologists\./,
  ],
]
for (const [codes, words] of hospitalRosters) {
  test(`the summary of a hospital with a roster of ${codes.length} does not say that they practice there`, () => {
    for (const organization of [hospital, listedHospital]) {
      const summary = checkedSummary({ ...clinic, organization, roster: members(...codes) })
      assert.match(summary, words)
      assert.doesNotMatch(summary, /practices? here/)
    }
  })
}

test('a summary does not state that a place has no clinicians if clinicians are registered in its unit', () => {
  const { summary } = cardOf({ ...clinic, hasClinicians: true })
  assert.doesNotMatch(summary, /No individual clinicians/)
})

function summaryOfListed(listedAs: ListedKind, ...taxonomyCodes: readonly string[]): string {
  return checkedSummary({ ...clinic, organization: { npi: null, taxonomyCodes, listedAs } })
}

test('a summary uses the kind in a list if no code is more specific', () => {
  assert.match(summaryOfListed('hospital'), /\ba hospital\b/)
  assert.match(summaryOfListed('Indian Health Service facility'), /\ban Indian Health Service facility\b/)
  assert.match(summaryOfListed('hospital', '193200000X'), /\ba hospital\b/)
  assert.match(summaryOfListed('hospital', '283Q00000X'), /\ba mental health hospital\b/)
})

test('a summary does not call an address that clinicians share an organization', () => {
  const sharedAddress = cardOf({
    ...addressOnly,
    roster: members('207RC0000X', '207RC0000X', '363LF0000X', null),
  })
  assert.match(
    sharedAddress.summary,
    /^39 East Avenue in Pawtucket, Rhode Island, is a practice address that four clinicians in this directory share\. The clinicians are two cardiologists, a family nurse practitioner and one other\./,
  )
  assert.equal(sharedAddress.organization_npi, null)
})

test('a summary names the common profession of clinicians once, and describes it', () => {
  const cardiologists = Array<string>(3).fill('207RC0000X')
  const { summary } = cardOf({ ...addressOnly, roster: members(...cardiologists) })
  assert.match(summary, /All are cardiologists\. Cardiologists diagnose/)
  const two = cardOf({ ...addressOnly, roster: members(...cardiologists.slice(1)) })
  assert.match(two.summary, /two clinicians in this directory share\. Both are cardiologists\./)
  const ofClinic = cardOf({ ...clinic, roster: members(...cardiologists.slice(1)) })
  assert.match(
    ofClinic.summary,
    /Two clinicians in this directory practice here, both of them cardiologists\./,
  )
})

test('the address of one clinician names that clinician', () => {
  const { summary } = cardOf({ ...addressOnly, roster: members('363LF0000X') })
  assert.match(summary, /is a practice address of Pat Roe 0, a family nurse practitioner\./)
})

function summaryOf(...taxonomyCodes: readonly string[]): string {
  return cardOf({ ...clinic, organization: { npi: '1000000004', taxonomyCodes } }).summary
}

test('a summary calls an organization with a code of clinicians a practice of that field', () => {
  assert.match(summaryOf('207RC0000X'), /a heart care practice/)
  assert.match(summaryOf('193400000X', '207RC0000X'), /a heart care group practice/)
  assert.match(summaryOf('208D00000X'), /a general practice(?=[ ,.])(?! practice)/)
  assert.match(summaryOf('193400000X', '208D00000X'), /a group practice for general practice/)
  assert.match(summaryOf('193200000X'), /a group practice/)
  assert.match(summaryOf('3747A0650X'), /an attendant care service/)
  assert.match(summaryOf('193200000X', '374U00000X'), /a service for care at home/)
  assert.match(summaryOf('171W00000X'), /a contract work service/)
  assert.match(summaryOf(), /is registered at 39 East Avenue/)
})

/** The registered codes of an organization → the kind of its place. */
const kindCases: readonly (readonly [codes: string, kind: RegExp])[] = [
  [
    '261Q00000X 275N00000X 282N00000X',
    /a general hospital.*also registered as a clinic and a hospital swing-bed unit\./,
  ],
  ['2084P0800X 282N00000X', /a general hospital/],
  ['275N00000X 291U00000X 3336C0003X', /a recovery unit \(hospital swing-bed unit\)/],
  ['291U00000X 261QC1500X', /a medical laboratory.*also registered as a community health clinic\./],
  ['3336C0003X 314000000X', /a nursing home.*also registered as a community pharmacy\./],
  ['225100000X 261QP2000X', /a physical therapy clinic/],
  ['193400000X 207RC0000X', /a heart care group practice/],
  ['207Q00000X 261QU0200X', /a family medicine practice.*also registered as an urgent care center\./],
  [
    '332B00000X 207W00000X',
    /a medical supply store.*also registered as a practice for eye care and eye surgery\./,
  ],
  ['332B00000X', /registered as a medical supply store/],
  ['302R00000X 332B00000X', /registered as /],
  [
    '3336C0003X 333600000X 332B00000X',
    /drugstore \(community pharmacy\).*It is also registered as a medical equipment supplier\./,
  ],
]
for (const [codes, kind] of kindCases) {
  test(`${codes} is ${kind.source.replaceAll('\\', '')}`, () => {
    assert.match(summaryOf(...codes.split(' ')), kind)
  })
}

test('the summary states that trainees are registered at a place, not that they practice there', () => {
  const residents = members('390200000X', '390200000X').map((member) => ({ ...member, credentials: ['MD'] }))
  for (const roster of [residents, residents.slice(0, 1)]) {
    const { summary, providers } = cardOf({ ...clinic, roster })
    assert.match(summary, /registered here.*physicians? in training/)
    assert.doesNotMatch(summary, /practice/)
    assert.equal(providers[0]?.specialty, 'Physician in training')
  }
  const { summary } = cardOf({ ...addressOnly, roster: residents })
  assert.match(summary, /is a registered address that two clinicians in this directory share/)
})

test('neither roster nor summary names a specialty that the credentials contradict', () => {
  const [nurse, physician] = members('2084P0800X', '2084P0800X')
  const card = cardOf({
    ...clinic,
    roster: [
      { ...nurse!, credentials: ['NP'] },
      { ...physician!, credentials: ['MD'] },
    ],
  })
  assert.match(card.summary, /a psychiatrist and a clinician registered as a psychiatrist/)
  assert.deepEqual(
    card.providers.map(({ specialty }) => specialty),
    ['Clinician registered as a psychiatrist', 'Psychiatrist'],
  )
  const soloCard = cardOf({ ...addressOnly, roster: [{ ...nurse!, credentials: ['NP'] }] })
  assert.doesNotMatch(soloCard.summary, /(?<!registered as a )psychiatrist/i)
})

test('a summary calls a place without an NPI "listed", not "registered"', () => {
  const organization = { npi: null, taxonomyCodes: ['3336C0003X', '332B00000X'] }
  const { summary } = cardOf({ ...clinic, organization })
  assert.match(summary, /listed as a drugstore .* It is also listed as a medical equipment supplier\./)
  assert.doesNotMatch(summary, /registered/)
})

test('a summary names further kinds of place, and ends with the notice', () => {
  const organization = { npi: '1000000004', taxonomyCodes: ['3336C0003X', '332B00000X', '332U00000X'] }
  const { summary } = cardOf({ ...clinic, organization }, 'Fictional data.')
  assert.match(summary, /It is also registered as a .* and a .*\..* Fictional data\.$/)
})

test('a place without a street and a city has a complete summary', () => {
  const { summary } = cardOf({ ...clinic, address: addressOf(null, null, null) })
  assert.match(summary, /^Blackstone Valley Health Center is a community health clinic\./)
  const namelessPlace = cardOf({
    ...addressOnly,
    name: null,
    address: addressOf(null, null, null),
    roster: members('207RC0000X'),
  })
  assert.match(namelessPlace.summary, /^Pat Roe 0, .* is registered at this address\./)
})

test('the address of an organization in a summary includes the suite from line 2', () => {
  const address = { ...clinic.address, line_2: 'SUITE 4' }
  assert.match(checkedSummary({ ...clinic, address }), /39 East Avenue, Suite 4, in Pawtucket/)
})
