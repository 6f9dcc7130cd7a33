/** What a message changes in the memory of a conversation. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ConversationContext, emptyContext } from './conversation-context.ts'
import { decide } from './decide.ts'
import type { RequestKind } from './detect-requests.ts'
import type { Reading } from './reading.ts'
import { updateContext } from './update-context.ts'

const nothing: Reading = {
  isNeedOfCrisis: false,
  language: null,
  foreignLanguage: null,
  requests: new Set(),
  urgent: [],
  needsEmergencyCare: false,
  hasRedFlag: false,
  otherPayers: [],
  office: null,
  needOfQuestion: null,
  wantsHomeCare: false,
  continuesNeed: false,
  isAgeOnly: false,
  usualField: null,
  isDistressed: false,
  disclosure: null,
  unanswered: [],
  explained: [],
  isClear: false,
  emergencyTalk: null,
  isRemark: false,
  meansMissingList: false,
  place: null,
  otherPlaces: [],
  townChange: null,
  rejectedPlaces: [],
  refusedPlaces: [],
  isMovingOn: false,
  kindChange: null,
  unknownPlace: null,
  mayBePlace: false,
  isOwnPlace: false,
  nearRecord: null,
  radiusMiles: null,
  placeWords: '',
  payer: null,
  gender: null,
  languages: [],
  telehealth: false,
  accepting: false,
  patient: [],
  excluded: '',
  person: null,
  npi: null,
  isSameState: false,
  coverage: null,
  rejectsPlace: false,
  ordinal: null,
  recordPlace: null,
  rejectedRecord: null,
  landmark: null,
  positions: [],
  officeTime: null,
  earlierRecord: null,
  comparedDistance: null,
  fieldChoice: null,
  personField: null,
  isFollowUp: false,
  isAmbiguousOther: false,
  need: null,
  otherNeeds: [],
  openNeeds: [],
  asksUnstated: false,
  isQuestion: false,
  asksForBoth: false,
  isPlainStatement: false,
  isOutOfScope: false,
  unsupported: [],
  defaults: { place: null, payer: null, language: null },
}

const providence = { label: 'Providence, RI', lat: 41.82, lng: -71.41, state: 'RI', radiusMiles: null }
const dentist = {
  text: 'dentist',
  kind: 'provider',
  isPatientOnly: false,
  narrowing: '',
  isNamed: false,
  isCertain: true,
} as const
const harbor = { name: 'Harbor', codes: ['H1'] }

const searched: ConversationContext = {
  ...emptyContext,
  need: { text: 'dentist', kind: 'provider', isNamed: false },
  place: { ...providence, radiusMiles: 25 },
  payer: harbor,
  gender: 'F',
  languages: ['es'],
  askedBefore: ['payer'],
  shown: {
    records: [
      { kind: 'provider', id: '1', name: 'Ana Costa, DMD' },
      { kind: 'provider', id: '2', name: 'Bo Diallo, DMD' },
    ],
    nextOffset: 5,
    farthestMiles: 8,
  },
}

const ask = (...kinds: RequestKind[]): Pick<Reading, 'requests'> => ({ requests: new Set(kinds) })
const update = (reading: Partial<Reading>, before = searched) =>
  updateContext(before, { ...nothing, ...reading })

describe('a message changes only what it names', () => {
  test('a place', () => {
    const { place, need, payer, gender } = update({ place: { ...providence, label: 'Warwick, RI' } })
    assert.deepEqual(
      [place?.label, need, payer, gender],
      ['Warwick, RI', searched.need, searched.payer, searched.gender],
    )
  })

  test('a payer', () => {
    const { payer, place } = update({ payer: { name: 'Other', codes: [] } })
    assert.deepEqual([payer?.name, place], ['Other', searched.place])
  })

  test('a new need keeps place, payer, languages and the wishes for the clinician', () => {
    const { need, place, payer, languages, gender, shown } = update({
      need: { ...dentist, text: 'eye doctor' },
    })
    assert.deepEqual(
      [need?.text, place, payer, languages, gender, shown.records],
      ['eye doctor', searched.place, harbor, ['es'], 'F', []],
    )
  })

  test('a new need for another person ends the wishes for the clinician', () => {
    const { gender, telehealth, languages } = update({
      need: { ...dentist, text: 'eye doctor' },
      openNeeds: [{ text: 'eye doctor', kind: 'provider', isNamed: false, person: 'son' }],
    })
    assert.deepEqual([gender, telehealth, languages], [null, false, ['es']])
  })

  test('words for the patient are added to the need', () => {
    const { need, patient } = update({
      need: { ...dentist, text: 'my toddler', narrowing: '', isPatientOnly: true },
      patient: ['child'],
    })
    assert.deepEqual([need, patient], [searched.need, ['child']])
  })

  test('"any gender" and "no insurance" remove a wish and the payer', () => {
    const { gender, payer, declined } = update(ask('any gender', 'no payer'))
    assert.deepEqual([gender, payer, declined], [null, null, ['payer']])
  })
})

describe('the circle', () => {
  test('"closer" makes it smaller than the last list, nearest first', () => {
    const { place, nearestFirst } = update(ask('closer'))
    assert.deepEqual([place?.radiusMiles, nearestFirst], [8, true])
  })
  test('"farther" doubles it, up to the maximum', () => {
    assert.equal(update(ask('farther')).place?.radiusMiles, 50)
    const wide = { ...searched, place: { ...providence, radiusMiles: 80 } }
    assert.equal(update(ask('farther'), wide).place?.radiusMiles, 100)
  })
  test('a distance in the message is the radius', () => {
    assert.equal(update({ radiusMiles: 3 }).place?.radiusMiles, 3)
  })
})

describe('a declined question', () => {
  const asked: ConversationContext = {
    ...emptyContext,
    need: { text: 'dentist', kind: 'provider', isNamed: false },
    asked: 'place',
  }
  test('is remembered, until the user answers it', () => {
    const declined = update(ask('decline'), asked)
    assert.deepEqual(declined.declined, ['place'])
    assert.deepEqual(update({ place: providence }, declined).declined, [])
  })
  test('is followed by the search', () => {
    const reading = { ...nothing, ...ask('decline') }
    assert.equal(decide(reading, asked, updateContext(asked, reading)).step.kind, 'search')
  })
})

test('"start over" forgets all but the language', () => {
  const spanish = { ...searched, language: 'es' } as const
  assert.deepEqual(update(ask('start over'), spanish), { ...emptyContext, language: 'es' })
})

test('urgent notices stay for later answers, each kind once', () => {
  const notice = { kind: 'emergency', severity: 'urgent', text: 'Call 911.', contact: null } as const
  const first = update({ urgent: [notice], needsEmergencyCare: true })
  assert.deepEqual(update({ urgent: [notice] }, first).urgent, [notice])
  assert.deepEqual(update({}, first).urgent, [notice])
})

describe('decisions', () => {
  const steps: readonly (readonly [message: string, reading: Partial<Reading>, step: string])[] = [
    ['the second one', { ordinal: 2 }, 'record'],
    ['more', ask('more'), 'search'],
    ['what about Tuesday evenings?', ask('hours'), 'list'],
    ['a new place', { place: providence }, 'search'],
    ['a place that is not known', { unknownPlace: 'zorbotown' }, 'ask'],
    ['an emergency', { needsEmergencyCare: true }, 'emergency'],
    ['a lawyer', { isOutOfScope: true, need: dentist }, 'reply'],
    ['thanks', ask('thanks'), 'reply'],
    ['keep my history', ask('history'), 'history'],
  ]
  for (const [message, reading, step] of steps)
    test(`${message}: ${step}`, () => {
      const full = { ...nothing, ...reading }
      assert.equal(decide(full, searched, updateContext(searched, full)).step.kind, step)
    })
})
