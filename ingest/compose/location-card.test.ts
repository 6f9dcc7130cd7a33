import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocationCard } from '@careatlas/contract/cards'
import { addressOf, hoursOn, plainContext } from './fictional-facts.ts'
import { unfoundedHours } from './unfounded-claims.ts'
import { composeLocationCard, type PlaceFacts, type RosterMember } from './location-card.ts'

const clinic: PlaceFacts = {
  locationUuid: '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11',
  name: 'Blackstone Valley Health Center',
  address: addressOf('39 EAST AVE', 'PAWTUCKET'),
  point: { lat: null, lng: null, geo_precision: null },
  phone: null,
  organization: { npi: '1000000004', taxonomyCodes: ['261QC1500X'] },
  roster: [],
  hours: null,
  languages: [],
  sources: [{ id: 'nppes', as_of: '2026-11-09' }],
}
const addressAlone = { ...clinic, name: '39 East Avenue', organization: null }

function members(...codes: readonly (string | null)[]): RosterMember[] {
  const accepting = { value: 'unknown', source: null, as_of: null } as const
  return codes.map((taxonomyCode, at) => ({
    npi: `10000000${at + 10}`,
    name: `Pat Roe ${at}`,
    taxonomyCode,
    accepting,
  }))
}

function cardOf(place: PlaceFacts, notice: string | null = null): LocationCard {
  return LocationCard.parse(composeLocationCard(place, { ...plainContext, notice }))
}

test('a place with a roster: what and where, who practises there, when it is open, in which languages', () => {
  const card = cardOf({
    ...clinic,
    roster: members(...Array<string>(6).fill('207Q00000X'), ...Array<string>(4).fill('363LF0000X'), '208000000X', '208000000X', '367A00000X', '103T00000X'), // prettier-ignore
    hours: { value: [...hoursOn(['mon', 'tue', 'wed', 'thu', 'fri'], '08:00', '18:00'), ...hoursOn(['sat'], '08:00', '12:00')], source: 'survey', asOf: '2026-03-01' }, // prettier-ignore
    languages: ['es', 'kea'],
  })
  for (const part of [
    'Blackstone Valley Health Center',
    'community health clinic',
    '39 East Avenue in Pawtucket, Rhode Island',
    'Fourteen clinicians practice here: six family physicians, four family nurse practitioners, two pediatricians, a',
    'It is open on weekdays from 8 to 6 and Saturday until noon, as observed in March 2026.',
    'Spanish and Cape Verdean Creole are spoken by some of its clinicians.',
    'Community health clinics give health care',
  ]) {
    assert.ok(card.summary.includes(part), `${part}\n${card.summary}`)
  }
  assert.equal(card.clinical_focus.primary, 'Community health')
  assert.deepEqual(card.clinical_focus.areas.slice(0, 2), ['Family medicine', 'Family health'])
  assert.equal(card.provider_count, 14)
  assert.deepEqual(unfoundedHours(card), [])
  assert.equal(unfoundedHours({ ...card, office_hours: [] }).length, 1)
})

test('a place without a roster says so', () => {
  const pharmacy = { npi: '1000000004', taxonomyCodes: ['3336C0003X'] }
  const { summary } = cardOf({ ...clinic, name: 'Apothecary on Main', organization: pharmacy })
  assert.match(summary, /Apothecary on Main.*a drugstore \(community pharmacy\)/)
  assert.match(summary, /No individual clinicians are linked to it in our sources\./)
})

test('an address that clinicians share is not called an organisation', () => {
  const shared = cardOf({ ...addressAlone, roster: members('207RC0000X', '207RC0000X', '363LF0000X', null) })
  assert.match(shared.summary, /^39 East Avenue in Pawtucket, Rhode Island, is a practice address that four clinicians share\. They are two cardiologists, a family nurse practitioner and one other\./) // prettier-ignore
  assert.equal(shared.organization_npi, null)
})

test('clinicians of one kind are said once, with what their profession does', () => {
  const { summary } = cardOf({ ...addressAlone, roster: members('207RC0000X', '207RC0000X') })
  assert.match(summary, /All are cardiologists\. Cardiologists diagnose/)
})

test('the address of one clinician names that clinician', () => {
  const { summary } = cardOf({ ...addressAlone, roster: members('363LF0000X') })
  assert.match(summary, /is the practice address of Pat Roe 0, a family nurse practitioner\./)
})

function summaryOf(...taxonomyCodes: readonly string[]): string {
  return cardOf({ ...clinic, organization: { npi: '1000000004', taxonomyCodes } }).summary
}

test('an organisation registered as clinicians are is a practice of that field', () => {
  assert.match(summaryOf('207RC0000X'), /a heart care practice/)
  assert.match(summaryOf('193400000X', '207RC0000X'), /a heart care group practice/)
  assert.match(summaryOf('193200000X'), /a group practice/)
  assert.match(summaryOf(), /a place of care/)
})

test('further kinds of place follow, and the notice is last', () => {
  const organization = { npi: '1000000004', taxonomyCodes: ['3336C0003X', '332B00000X', '333600000X'] }
  const { summary } = cardOf({ ...clinic, organization }, 'Fictional data.')
  assert.match(summary, /It is also registered as a .* and a .*\..* Fictional data\.$/)
})

test('a place without street and city still reads', () => {
  const { summary } = cardOf({ ...clinic, address: addressOf(null, null, null) })
  assert.match(summary, /^Blackstone Valley Health Center is a community health clinic\./)
  const nameless = cardOf({
    ...addressAlone,
    name: null,
    address: addressOf(null, null, null),
    roster: members('207RC0000X'),
  })
  assert.match(nameless.summary, /^This place is the practice address of/)
})
