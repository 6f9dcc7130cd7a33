/** Questions about the list and its records that no source answers, or that name a record by its number or by the one beside it. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { small } from '../../small-directory.fixture.ts'
import { collect, converse, createTurn, openSmallAssistant } from './assistant.fixture.ts'
import { emptyContext, parseContext } from './conversation-context.ts'
import { readOrdinal } from './read-ordinal.ts'
import { findUnansweredQuestions } from './unanswered-questions.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

const questions = {
  correction: [
    'my own entry is wrong, who fixes that',
    "I'm a dentist and our listing still shows the old suite",
    'how do I correct my listing',
    'we are listed under the wrong phone',
    '¿cómo corrijo mi registro?',
  ],
  refresh: ['how often is this refreshed', 'how frequently do you update', '¿cada cuánto lo actualizan?'],
  delivery: [
    'can you text me this list',
    'could you please email it to my daughter',
    'print this for me',
    'how can i save this list',
    '¿me puede enviar la lista?',
  ],
  credentials: [
    'what does LMHC mean',
    'what do the initials after her name mean',
    '¿qué significan las siglas?',
  ],
  confidentiality: [
    'my mom pays for the plan, does she get a statement',
    'will he get something in the mail if I use my dads card',
    'do they send a bill home',
  ],
  'low cost': ['which of these is free', 'are any free?', 'is number two free of charge'],
  training: ['did any of them go to Brown', 'is number three board certified'],
  ages: ['does number two do teens or just adults', 'is the top one for kids'],
  offers: ['does number four do that or only checkups', 'does she treat that'],
  speaker: [
    'is it the dentist or the person at the desk who speaks Spanish',
    'does he speak Portuguese or is it an interpreter',
    '¿la doctora habla español o la recepcionista?',
  ],
} as const

for (const [question, texts] of Object.entries(questions))
  describe(`${question} is not known, or not done`, () => {
    for (const text of texts)
      test(text, () => assert.ok((findUnansweredQuestions(text) as readonly string[]).includes(question)))
  })

describe('no such question', () => {
  for (const text of [
    'can you send me the list again',
    'show me the list',
    'send me to an urgent care',
    'my health record is wrong, find me a new doctor',
    'are any free on Tuesday',
    'does she see patients in Cranston',
    'do she and her husband speak Spanish',
    'a doctor who speaks Spanish or Portuguese',
  ])
    test(text, () => {
      const found = findUnansweredQuestions(text)
      assert.deepEqual(
        found.filter((question) => question in questions && question !== 'ages'),
        [],
      )
    })
})

describe('the answer', () => {
  for (const [text, fact] of [
    ["I'm a doctor and my listing has my old address, who fixes that?", 'cannot_correction'],
    ['can you email me the results', 'cannot_delivery'],
    ['how often do you update this', 'data_date'],
  ] as const)
    test(`to "${text}" asks for no care`, async () => {
      const [answer] = await converse(directory.assistant, [text])
      assert.ok(answer!.facts.includes(fact), answer!.text)
      assert.equal(parseContext(answer!.context).need, null)
    })

  test('to "translate that" is the list in Spanish', async () => {
    const answers = await converse(directory.assistant, [
      'cardiologist near 02903',
      'can you translate that into Spanish?',
    ])
    assert.match(answers[1]!.text, /profesional/)
    assert.deepEqual(
      answers[1]!.cards.map(({ name }) => name),
      answers[0]!.cards.map(({ name }) => name),
    )
  })

  test('to which of two kinds the first record is has its field and both kinds', async () => {
    const question = "is the first one a cardiologist or an internist, and what's the difference"
    const answer = (await converse(directory.assistant, ['cardiologist near 02903', 'skip', question])).at(
      -1,
    )!
    assert.match(answer.text, /Cardiologist: [^]*Internist: [^]*, Cardiologist\.$/m)
  })
})

describe('a number in words', () => {
  for (const [text, position] of [
    ['phone for number two', 2],
    ['does number three see kids', 3],
    ['option 4 please, is it open', 4],
    ['el número dos, su teléfono', 2],
    ['number of the office', null],
    ['two numbers please', null],
    ['I have two kids', null],
  ] as const)
    test(text, () => assert.equal(readOrdinal(text), position))
})

describe('the record beside the one of the last answer', () => {
  const marta = { kind: 'provider', id: small.npi, name: 'Marta Oliveira' } as const
  const harbor = { kind: 'location', id: small.uuid, name: 'Harbor' } as const

  async function ask(text: string) {
    const shown = { records: [marta, harbor], nextOffset: null, farthestMiles: null }
    const need = { text: 'heart doctor', kind: 'provider', isNamed: false }
    const turn = createTurn(text, {
      context: { ...emptyContext, need, shown, focus: { kind: 'location', id: small.uuid } },
    })
    const { cards } = await collect(directory.assistant.answer(turn, new AbortController().signal))
    return cards.map(({ kind }) => kind)
  }

  for (const text of ['no, I meant the one above', 'sorry the one before it', 'perdón, la de arriba'])
    test(text, async () => assert.deepEqual(await ask(text), ['provider']))

  test('there is none below the last', async () => {
    assert.deepEqual(await ask('the one below'), [])
  })
})
