/** Speakers of Spanish, and of both languages: corrections, wishes and the language of the answers. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { detectAnswerLanguage } from './detect-answer-language.ts'
import { detectRequests } from './detect-requests.ts'
import { normalizeMessage } from './normalize-message.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

describe('a message in both languages keeps the language of the conversation', () => {
  for (const text of [
    'ok show me the doctor más cerca',
    'dame el number of the first one',
    'is the segundo open on Saturday',
    'and what about otra clínica',
  ])
    test(text, () => assert.notEqual(detectAnswerLanguage(text, 'es'), 'en'))

  for (const text of ['what is the phone number of the first one', 'show me another one please'])
    test(`but not "${text}"`, () => assert.equal(detectAnswerLanguage(text, 'es'), 'en'))

  test('nor a name in Spanish in English', () =>
    assert.equal(detectAnswerLanguage('is la clinica esperanza open on Mondays', 'en'), 'en'))
})

describe('a correction is read without its apology', () => {
  for (const [text, rest] of [
    ['perdón, me equivoqué, es East Providence', 'East Providence'],
    ['me confundí, quise decir Warwick', 'Warwick'],
    ['Ay no, me equivoqué: es 02903', '02903'],
    ["my mistake, it's Cranston", 'Cranston'],
    ['oops, my bad, I meant Bristol', 'Bristol'],
  ] as const)
    test(text, () => assert.equal(normalizeMessage(text), rest))

  for (const text of ['mi doctor se equivocó, busco otro', 'it was my mistake'])
    test(`"${text}" is none`, () => assert.equal(normalizeMessage(text), text))

  test('names no insurer', async () => {
    const { context } = (
      await converse(directory.assistant, ['cardiólogo cerca de 02903', 'perdón, me equivoqué, es 02906'])
    ).at(-1)!
    assert.equal(parseContext(context).payer, null)
    assert.match(parseContext(context).place?.label ?? '', /02906/)
  })
})

describe('a patient without English wishes for Spanish', () => {
  for (const text of [
    'mi papá no habla inglés',
    'no habla nada de inglés',
    'no sé hablar inglés',
    'ella no entiende inglés',
  ])
    test(text, async () => {
      const [, { context }] = (await converse(directory.assistant, ['cardiólogo cerca de 02903', text])) as [
        unknown,
        { context: unknown },
      ]
      assert.deepEqual(parseContext(context).languages, ['es'])
    })
})

describe('complaints, questions about the service and other matters are requests of their own', () => {
  for (const [kind, ...texts] of [
    [
      'frustration',
      'esto no sirve',
      'no me sirve',
      'you are useless',
      'this app sucks',
      'eso no era lo que pedí, otra cosa',
    ],
    [
      'identity',
      'is this the doctors office',
      'este es el consultorio?',
      'do you sell insurance',
      'have i reached the clinic',
    ],
    ['spanish', 'por qué me contesta en inglés', 'por qué sale en inglés', 'no entiendo inglés'],
    ['pastime', 'who won the game', 'quién ganó el partido', 'how do i renew my drivers license'],
  ] as const)
    for (const text of texts) test(`${kind}: ${text}`, () => assert.ok(detectRequests(text).kinds.has(kind)))

  for (const text of [
    'is this clinic open on saturday',
    'does the first one sell glasses',
    'sirve mi seguro ahí',
  ])
    test(`not "${text}"`, () => {
      const { kinds } = detectRequests(text)
      assert.ok(!kinds.has('identity') && !kinds.has('frustration'))
    })
})

describe('a request for a language is followed, although it is in the other language', () => {
  for (const [first, text, language, line] of [
    ['dentist in Warwick', 'in spanish please', 'es', /^Contestaré en español/],
    ['dentist in Warwick', 'can you say that in spanish so I can forward it', 'es', /^Contestaré en español/],
    ['dentista en Warwick', 'in english please', 'en', /^I will answer in English/],
  ] as const)
    test(text, async () => {
      const { text: answer, context } = (await converse(directory.assistant, [first, 'skip', text])).at(-1)!
      assert.equal(parseContext(context).language, language)
      assert.match(answer, line)
    })
  test('but not one for a clinician who speaks it', async () => {
    const { context } = (
      await converse(directory.assistant, ['dentist in Warwick', 'do any speak spanish'])
    ).at(-1)!
    assert.deepEqual([parseContext(context).language, parseContext(context).languages], ['en', ['es']])
  })
})
