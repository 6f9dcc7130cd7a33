/** A record of the last list that a message means by its town, street or name. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { small } from '../../small-directory.fixture.ts'
import { collect, createTurn, openSmallAssistant } from './assistant.fixture.ts'
import { emptyContext, parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

const place = { kind: 'location', id: small.uuid, name: 'Harbor', addresses: ['9 mendon road pawtucket'] }
const marta = {
  kind: 'provider',
  id: small.npi,
  name: 'Marta Oliveira',
  addresses: ['12 main st providence', '4 elm street east greenwich'],
}
const listed = {
  ...emptyContext,
  need: { text: 'heart doctor', kind: 'provider', isNamed: false },
  place: { label: 'Providence, RI', lat: 41.8231, lng: -71.4187, radiusMiles: 25, state: 'RI' },
  shown: { records: [place, marta], nextOffset: null, farthestMiles: null },
} as const

async function ask(text: string, more: object = {}) {
  const turn = createTurn(text, { context: { ...listed, ...more } })
  const {
    facts,
    cards,
    text: answer,
    context,
  } = await collect(directory.assistant.answer(turn, new AbortController().signal))
  return { facts, kinds: cards.map(({ kind }) => kind), answer, context: parseContext(context) }
}

describe('a record of the last list by its place', () => {
  for (const text of [
    'the one on Main Street',
    "what's the phone of the one on main st",
    'how about the doctor in East Greenwich',
    'the East Greenwich one please',
    'ok the one over on Elm',
    'tell me about the office in providence',
    'the lady on Main, when is she open',
    'la de East Greenwich',
  ])
    test(`"${text}" is the clinician there`, async () => {
      const { kinds, facts, context } = await ask(text)
      assert.deepEqual([kinds, facts.includes('record')], [['provider'], true])
      assert.equal(context.place?.label, 'Providence, RI')
    })

  for (const text of ['the Pawtucket one', 'the one on mendon rd, who is that', 'the harbor one'])
    test(`"${text}" is the place of care there`, async () =>
      assert.deepEqual((await ask(text)).kinds, ['location']))

  for (const text of [
    'the one in Warwick',
    'what is the address of the one in warren',
    'the Cranston one was fine',
    'and the one on Park Avenue?',
    'the office on Reservoir ave',
  ])
    test(`"${text}" is none of them, and the answer says so`, async () => {
      const { facts, context, answer } = await ask(text)
      assert.deepEqual([facts, context.place?.label], [['no_offices'], 'Providence, RI'])
      assert.match(answer, /No source states an office (?:in|on) /)
    })

  for (const text of [
    'does she see patients in East Greenwich too',
    'is she also located in east greenwich',
    'does that one have an office in East Greenwich',
  ])
    test(`"${text}" asks where the clinician of the last answer is`, async () => {
      const focus = { kind: 'provider', id: small.npi }
      assert.deepEqual((await ask(text, { focus })).facts, ['offices'])
    })

  for (const text of ['does he work in Cranston', 'do they have an office in Newport?'])
    test(`"${text}" is about a town without an office`, async () =>
      assert.deepEqual((await ask(text)).facts, ['no_offices']))

  for (const text of ['any in Cranston instead', 'Cranston', 'I moved to East Greenwich', 'near Pawtucket'])
    test(`"${text}" is another place of the search`, async () => {
      const { context } = await ask(text)
      assert.notEqual(context.place?.label, 'Providence, RI')
    })
})
