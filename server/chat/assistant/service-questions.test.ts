/** Questions about the service itself are answered before any search, also as the first message, and never taken for a need. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { small } from '../../small-directory.fixture.ts'
import { collect, converse, createTurn, openSmallAssistant } from './assistant.fixture.ts'
import { emptyContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

const questions = {
  data_privacy: [
    'are you keeping what i write',
    'do you sell anything i tell you',
    'will you share this with my employer',
    'who reads what we type',
    'who else can see this',
    'are my messages saved',
    'is this being recorded',
    '¿guarda lo que digo?',
    '¿quién lee mis mensajes?',
    '¿todo queda guardado?',
  ],
  cannot_basis: [
    'where is this information taken from',
    'where does the list come from',
    'what are your sources',
    'which registry do you use',
    '¿de dónde vienen estos datos?',
    '¿de dónde salen los nombres?',
  ],
  cannot_completeness: ['how many offices do you list', 'which states do you serve', '¿qué zonas cubren?'],
  cannot_sponsors: ['do clinics pay to be listed', 'do you get paid by offices', '¿cobran por salir aquí?'],
  cannot_documents: ['do i need to make an account', 'must i have a login', '¿necesito una cuenta?'],
  cannot_human: ['how can i reach you guys', 'is there your number', 'can we call you'],
  cannot_charge: ['is this free', '¿es gratis?', '¿esto tiene algún costo?'],
  help: ['are you a nurse', 'are you a doctor', '¿es usted un doctor?'],
} as const

describe('as the first message', () => {
  for (const [fact, texts] of Object.entries(questions))
    for (const text of texts)
      test(`${fact}: ${text}`, async () => {
        const [answer] = await converse(assistant, [text])
        assert.ok(answer!.facts.includes(fact), answer!.text)
        assert.equal((answer!.context as { need: unknown }).need, null)
      })
})

describe('a wish to talk to a person of the service is answered beside a town or a time', () => {
  for (const text of [
    "let me talk to a real person, I'm in Warwick",
    'can I speak with a live agent tomorrow morning?',
    'get me a human. we are in Providence',
    'quiero hablar con una persona real, estoy en Providence',
  ])
    test(text, async () => {
      const [answer] = await converse(assistant, [text])
      assert.ok(answer!.facts.includes('cannot_human'), answer!.text)
    })

  for (const text of [
    'get me a real person near 02903 that i can see tomorrow',
    'a real person in 02903',
    'let me talk to a real person, a dentist in Providence',
  ])
    test(`not "${text}"`, async () => {
      const [answer] = await converse(assistant, [text])
      assert.ok(!answer!.facts.includes('cannot_human'), answer!.text)
    })
})

describe('after a list, which stays', () => {
  for (const [fact, texts] of Object.entries(questions))
    for (const text of texts)
      test(`${fact}: ${text}`, async () => {
        const answer = (await converse(assistant, ['heart doctor near 02903', text])).at(-1)!
        assert.ok(answer.facts.includes(fact), answer.text)
        assert.deepEqual(answer.cards, [])
      })
})

describe('the date of the data answers whether a number or an address is right', () => {
  for (const text of [
    'is the phone number still correct',
    'are these addresses up to date',
    'how often is this updated',
    'how stale is your data',
    '¿este número es correcto?',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', text])).at(-1)!
      assert.ok(answer.facts.includes('data_date'), answer.text)
    })
})

describe('a question about one record is answered for this record', () => {
  const marta = { kind: 'provider', id: small.npi, name: 'Marta Oliveira, MD' }
  const place = { kind: 'location', id: small.uuid, name: 'Lockwood Heart Center' }
  const shown = { records: [place, marta], nextOffset: null, farthestMiles: null }
  const need = { text: 'heart doctor', kind: 'provider', isNamed: false }
  for (const [text, fact] of [
    ['is the second one open on saturdays', 'hours'],
    ['does the second one open early', 'hours'],
    ['is the second one a clinic or an office', 'field'],
    ['is the 2nd one the hospital or just an office', 'field'],
    ['does the second one list any languages', 'languages'],
  ] as const)
    test(text, async () => {
      const turn = createTurn(text, { context: { ...emptyContext, need, shown } })
      const answer = await collect(assistant.answer(turn, new AbortController().signal))
      assert.ok(answer.facts.includes(fact), answer.text)
      assert.match(answer.text, /Marta/)
      assert.doesNotMatch(answer.text, /Lockwood Heart Center:/)
    })
})

describe('while an emergency goes on, the numbers to call precede the answer', () => {
  for (const [text, fact] of [
    ['do they deliver at newport hospital', 'cannot_operator'],
    ['do they accept visa', 'cannot_payment'],
    ['is there a ramp there', 'cannot_building'],
    ['¿toman tarjeta de crédito?', 'cannot_payment'],
  ] as const)
    test(text, async () => {
      const before = ['my dad has crushing chest pain and cant breathe, 02903', text]
      const answer = (await converse(assistant, before)).at(-1)!
      assert.match(answer.text.split('\n')[0]!, /911/)
      assert.ok(answer.facts.includes(fact), answer.text)
    })
})

describe('other messages are still searched', () => {
  for (const [text, need] of [
    ['i save my teeth, i need a dentist near 02903', /dentist/],
    ['cardiologist near 02903 who takes private patients', /cardiologist/],
    ['are you a robot? anyway, dermatologist near 02903', /dermatologist/],
    ['who sees kids with asthma near 02903', /asthma|kids/],
  ] as const)
    test(text, async () => {
      const [answer] = await converse(assistant, [text])
      assert.match((answer!.context as { need: { text: string } }).need.text, need)
    })
})
