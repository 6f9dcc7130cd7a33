import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocationCard, PracticeLocation } from '@careatlas/contract/cards'
import { addressKey } from '@careatlas/directory/address'
import { addressOf, hoursOn, plainContext } from '../compose/fictional-facts.fixture.ts'
import type { ClinicianMention, Mention, OrganizationMention } from './mention.ts'
import type { Place } from './place.ts'
import { placesAt } from './places-at.ts'

const here = addressOf('593 EDDY ST', 'PROVIDENCE')

function mentionOf(who: Mention['who'], more: Partial<Mention> = {}): Mention {
  const registered = { address: here, phone: null }
  const key = addressKey(here)
  return {
    key,
    registered,
    primary: true,
    who,
    observed: [],
    languages: [],
    sources: [{ id: 'nppes', as_of: '2026-11-09' }],
    ...more,
  }
}

function clinician(npi: string, more: Partial<Mention> = {}, who: Partial<ClinicianMention> = {}): Mention {
  return mentionOf(
    {
      kind: 'clinician',
      npi,
      display: `Pat Roe ${npi.at(-1)}, MD`,
      first: 'PAT',
      last: 'ROE',
      credentials: ['MD'],
      taxonomyCodes: ['207RC0000X'],
      ...who,
    },
    more,
  )
}

function organization(
  npi: string,
  name: string,
  who: Partial<OrganizationMention> = {},
  more: Partial<Mention> = {},
): Mention {
  return mentionOf(
    { kind: 'organization', npi, name, names: [name], taxonomyCodes: ['261QC1500X'], subpart: false, ...who },
    more,
  )
}

function phone(number: string): Partial<Mention> {
  return { registered: { address: here, phone: number } }
}

function places(...mentions: readonly Mention[]): readonly Place[] {
  const found = placesAt(mentions, plainContext)
  for (const { card, practices } of found) {
    LocationCard.parse(card)
    for (const { location } of practices) PracticeLocation.parse(location)
  }
  return found
}

test('the only organization at an address has the clinicians there on its roster', () => {
  const [place, ...others] = places(
    clinician('1000000002'),
    organization('1000000012', 'HEART CLINIC'),
    clinician('1000000001'),
  )
  assert.equal(others.length, 0)
  assert.equal(place?.card.name, 'Heart Clinic')
  assert.equal(place?.presented, true)
  assert.deepEqual(
    place?.card.providers.map(({ npi }) => npi),
    ['1000000001', '1000000002'],
  )
  assert.deepEqual(place?.practices.map(({ npi }) => npi).toSorted(), [
    '1000000001',
    '1000000002',
    '1000000012',
  ])
})

test('one organization under several NPIs is one place, led by the organization proper, then by the lowest NPI', () => {
  const [place, ...others] = places(
    organization('1000000011', 'Heart Clinic, L.L.C.', { subpart: true, names: ['CARDIO INC'] }),
    organization('1000000014', 'HEART CLINIC, LLC'),
    organization('1000000013', 'HEART CLINIC, LLC'),
  )
  assert.equal(others.length, 0)
  assert.equal(place?.card.organization_npi, '1000000013')
  assert.ok(place?.names.includes('CARDIO INC'))
})

/** What ties a clinician to the only organization at the address, and what does not. */
const ties: readonly {
  readonly name: string
  readonly who?: Partial<ClinicianMention>
  readonly phone?: string
  readonly organization?: string
  readonly codes: readonly string[]
  readonly tied: boolean
}[] = [
  { name: 'nothing but the address', codes: ['207W00000X'], tied: false },
  { name: 'one phone', phone: '+14015550101', codes: ['207W00000X'], tied: true },
  { name: 'another phone', phone: '+14015550102', codes: ['207W00000X'], tied: false },
  { name: 'a surname', organization: 'ROE EYE CARE, LLC', codes: ['207W00000X'], tied: true },
  { name: 'a part of a word', organization: 'ROENTGEN LLC', codes: ['207W00000X'], tied: false },
  { name: 'a surname like a credential', who: { last: 'DO' }, organization: 'PAUL BO DO PC', codes: ['207W00000X'], tied: false },
  { name: 'a short surname and a first name', who: { last: 'DO' }, organization: 'PAT DO PC', codes: ['207W00000X'], tied: true },
  { name: 'a hospital', codes: ['282N00000X'], tied: true },
  { name: 'a hospital unit among the further codes', codes: ['261QM0801X', '273R00000X'], tied: false },
  { name: 'a community health clinic', codes: ['261QC1500X'], tied: true },
  { name: 'a nursing home', codes: ['314000000X'], tied: true },
  { name: 'one classification', codes: ['207RG0100X'], tied: true },
  { name: 'one field', who: { taxonomyCodes: ['152W00000X'] }, codes: ['207W00000X'], tied: true },
  { name: 'an anesthesia company beside an occupational therapist', who: { taxonomyCodes: ['225X00000X'] }, codes: ['207L00000X'], tied: false },
  { name: 'a supplier of the same surname beside a physician', organization: 'ROE SUPPLIES', codes: ['332B00000X'], tied: false },
  { name: 'a supplier with the phone of a physician', phone: '+14015550101', codes: ['332B00000X'], tied: true },
  { name: 'a pharmacy beside a pharmacist', who: { taxonomyCodes: ['183500000X'] }, codes: ['3336C0003X'], tied: true },
] // prettier-ignore

for (const { name, who = {}, phone: number, organization: named = 'HARBOR LLC', codes, tied } of ties) {
  test(`${name} ${tied ? 'ties' : 'does not tie'} a clinician to the only organization at the address`, () => {
    const found = places(
      organization('1000000011', named, { taxonomyCodes: codes }, phone('+14015550101')),
      clinician('1000000001', number ? phone(number) : {}, who),
    )
    const roster = found.find(({ card }) => card.organization_npi !== null)?.card.providers
    assert.equal(roster?.length, tied ? 1 : 0)
    assert.equal(found.length, tied ? 1 : 2)
    const [practice] = found.flatMap(({ practices }) => practices.filter(({ npi }) => npi === '1000000001'))
    assert.equal(practice?.location.name === '593 Eddy Street', !tied)
  })
}

test('with several organizations the clinicians share a place of the address alone', () => {
  const found = places(
    organization('1000000011', 'HEART CLINIC'),
    organization('1000000012', 'LUNG CLINIC'),
    clinician('1000000001'),
    clinician('1000000002'),
  )
  const names = found.map(({ card }) => card.name)
  assert.deepEqual(new Set(names), new Set(['593 Eddy Street', 'Heart Clinic', 'Lung Clinic']))
  for (const { card } of found) assert.equal(card.provider_count, card.name === '593 Eddy Street' ? 2 : 0)
  assert.equal(new Set(found.map(({ card }) => card.location_uuid)).size, 3)
})

test('the address of a lone clinician has a card but is not presented; one that two share is', () => {
  const [lone] = places(clinician('1000000001'))
  const [shared] = places(clinician('1000000001'), clinician('1000000002'))
  assert.deepEqual([lone?.presented, shared?.presented], [false, true])
  assert.equal(lone?.card.location_uuid, shared?.card.location_uuid)
  assert.equal(lone?.card.organization_npi, null)
})

test('a place is never called by an apartment, nor does its summary name one; the address keeps it', () => {
  for (const address of [addressOf('593 EDDY ST APT 4', 'PROVIDENCE'), { ...here, line_2: 'APT 4' }]) {
    const registered = { registered: { address, phone: null } }
    const found = [
      ...places(clinician('1000000001', registered)),
      ...places(organization('1000000011', 'HEART CLINIC', {}, registered)),
    ]
    for (const { card, names } of found) {
      assert.doesNotMatch([card.summary, ...names].join(' '), /apartment|apt/i)
      assert.match(`${card.address.line_1} ${card.address.line_2}`, /APT 4/)
    }
    assert.equal(found[0]?.card.name, '593 Eddy Street')
    assert.doesNotMatch(found[1]!.card.summary, /Eddy/)
  }
})

test("the phone is the organization's, else the one most mentioned, ties the lowest; a clinician keeps their own", () => {
  const [one, two, three] = ['+14015550101', '+14015550102', '+14015550103'] as const
  const clinicians = [
    clinician('1000000001', phone(three)),
    clinician('1000000002', phone(two)),
    clinician('1000000003', phone(two)),
  ]
  assert.equal(places(...clinicians)[0]?.card.phone, two)
  assert.equal(places(...clinicians.slice(0, 2))[0]?.card.phone, two)
  const [place] = places(...clinicians, organization('1000000011', 'HEART CLINIC', {}, phone(one)))
  assert.equal(place?.card.phone, one)
  assert.equal(place?.practices.find(({ npi }) => npi === '1000000001')?.location.phone, three)
  assert.equal(places(clinician('1000000001', phone(three)))[0]?.card.phone, three)
})

const observed = (
  source: string,
  asOf: string,
  open: string,
  accepting: 'accepting' | 'not_accepting' | null,
) => {
  return {
    line1: '593 EDDY ST',
    postalCode: '02903',
    officeHours: hoursOn(['mon'], open, '17:00'),
    accepting,
    source,
    asOf,
  }
}

test('the fresher observation wins, of the same day the lower source id, with its source and date', () => {
  const older = observed('survey', '2026-01-01', '07:00', 'not_accepting')
  const [later, sameDay] = [
    observed('b', '2026-03-01', '09:00', 'accepting'),
    observed('a', '2026-03-01', '08:00', null),
  ]
  const [place] = places(clinician('1000000001', { observed: [older, later, sameDay] }))
  const location = place?.practices[0]?.location
  assert.deepEqual(location?.office_hours, hoursOn(['mon'], '08:00', '17:00'))
  assert.equal(place?.practices[0]?.hoursAsOf, '2026-03-01')
  assert.deepEqual(location?.accepting_new_patients, { value: 'accepting', source: 'b', as_of: '2026-03-01' })
  assert.deepEqual(place?.card.providers[0]?.accepting_new_patients, location?.accepting_new_patients)
  assert.ok(place?.card.sources.some(({ id, as_of }) => id === 'survey' && as_of === '2026-01-01'))
})

test("an organization's hours are the place's; a clinician's hours there are theirs alone", () => {
  const [place] = places(
    organization(
      '1000000011',
      'HEART CLINIC',
      {},
      { observed: [observed('survey', '2026-03-01', '08:00', null)] },
    ),
    clinician('1000000001', { observed: [observed('survey', '2026-03-01', '10:00', null)] }),
    clinician('1000000002'),
  )
  const hoursOf = (npi: string) =>
    place?.practices.find((practice) => practice.npi === npi)?.location.office_hours
  assert.deepEqual(place?.card.office_hours, hoursOn(['mon'], '08:00', '17:00'))
  assert.deepEqual(hoursOf('1000000001'), hoursOn(['mon'], '10:00', '17:00'))
  assert.deepEqual(hoursOf('1000000002'), [])
})

test('a US address has the point of its ZIP code with six decimals, a foreign one none', () => {
  const point = places(clinician('1000000001'))[0]?.card
  assert.equal(point?.geo_precision, 'zip_centroid')
  assert.equal(point?.lat, Number(point?.lat?.toFixed(6)))
  const abroad = { ...here, postal_code: '02903', country: 'DE' }
  const foreign = places(clinician('1000000001', { registered: { address: abroad, phone: null } }))[0]?.card
  assert.deepEqual([foreign?.lat, foreign?.lng, foreign?.geo_precision], [null, null, null])
})

test('the order of mentions does not change a byte', () => {
  const spelled = { ...here, line_1: '593 EDDY STREET' }
  const mentions = [
    ...[1, 2, 3, 4, 5, 6].map((last) =>
      clinician(`100000000${last}`, {
        registered: { address: last % 2 ? here : spelled, phone: `+1401555010${last % 3}` },
        observed: last === 3 ? [observed('b', '2026-03-01', '09:00', 'accepting')] : [],
      }),
    ),
    clinician('1000000003', { primary: false }),
    organization('1000000011', 'HEART CLINIC'),
    organization('1000000012', 'Heart Clinic', { subpart: true, taxonomyCodes: ['3336C0003X'] }),
  ]
  for (const subset of [
    mentions,
    mentions.slice(0, 7),
    [...mentions, organization('1000000013', 'LUNG CLINIC')],
  ]) {
    const expected = JSON.stringify(places(...subset))
    for (let turn = 1; turn < 40; turn++) {
      const shuffled = subset.toSorted((a, b) => shuffleRank(a, turn) - shuffleRank(b, turn))
      assert.equal(JSON.stringify(places(...shuffled)), expected)
    }
  }
})

function shuffleRank({ who, primary }: Mention, turn: number): number {
  return (Number(who.npi.slice(-2)) * 7919 * turn + (primary ? 0 : 31 * turn)) % 101
}
