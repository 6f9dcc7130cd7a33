/** Follow-ups as people write them: several numbers, the gender of a clinician, a place or plan stated in passing, a town taken out. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { small } from '../../small-directory.fixture.ts'
import { collect, converse, createTurn, harborPlan, openSmallAssistant } from './assistant.fixture.ts'
import { emptyContext, parseContext } from './conversation-context.ts'
import { readPositions } from './read-ordinal.ts'
import { removeRejectedPlace } from './rejected-place.ts'
import { writeOutSpokenWords } from './spoken-words.ts'

const directory = await openSmallAssistant({ more: { carriers: [harborPlan] } })
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

describe('several positions', () => {
  for (const text of [
    "what's the number of the first and one more as backup",
    'give me two phone numbers',
    'a couple of numbers please',
    'the top one and another',
  ])
    test(text, () => assert.deepEqual(readPositions(text, 5), [1, 2]))

  for (const text of [
    'phone numbers for all of them',
    'send me the whole list with phones',
    'each one with the numbers',
    'los teléfonos de todos',
  ])
    test(text, () => assert.deepEqual(readPositions(text, 3), [1, 2, 3]))

  for (const text of ['the first one', 'all of them are too far', 'two kids', 'one more question'])
    test(`not in "${text}"`, () => assert.deepEqual(readPositions(text, 5), []))
})

test('"the list of all with phones" is no crisis', async () => {
  const { answer } = await last('heart doctor near 02903', 'skip', 'send me the list of all with phones')
  assert.deepEqual(answer.notices, [])
  assert.ok(
    answer.facts.some((fact) => fact.startsWith('phone')),
    answer.facts.join(),
  )
})

describe('the gender of a clinician', () => {
  const marta = { kind: 'provider', id: small.npi, name: 'Marta Oliveira' } as const
  const context = {
    ...emptyContext,
    need: { text: 'heart doctor', kind: 'provider', isNamed: false },
    shown: { records: [marta], nextOffset: null, farthestMiles: null },
    focus: { kind: marta.kind, id: marta.id },
  }
  for (const text of [
    'is she a woman',
    'is the first one a man or a woman?',
    'es hombre o mujer',
    'is that a he or a she',
    'is the first one a she or a he, and where is the office',
  ])
    test(`"${text}" is answered, and no wish`, async () => {
      const turn = createTurn(text, { context })
      const answer = await collect(directory.assistant.answer(turn, new AbortController().signal))
      assert.ok(answer.facts.includes('gender'), answer.facts.join())
      assert.equal(parseContext(answer.context).gender, null)
    })
})

for (const text of ['the second guy, whats his phone', 'what about the other guy', 'the first lady is nice'])
  test(`"${text}" wishes no gender`, async () =>
    assert.equal((await last('heart doctor near 02903', 'skip', text)).context.gender, null))

describe('the answer to a question inside a sentence', () => {
  for (const text of ["ok we're in Pawtucket", "he's living in Pawtucket now", 'well I am over in Pawtucket'])
    test(`the place of "${text}"`, async () =>
      assert.equal((await last('heart doctor', text)).context.place?.label, 'Pawtucket, RI'))

  for (const text of [
    'he has harbor health plan',
    'the card says Harbor Health Plan on it',
    'it says Harbor Health Plan on top and a group number',
  ])
    test(`the plan of "${text}"`, async () =>
      assert.equal(
        (await last('heart doctor near 02903', 'skip', text)).context.payer?.name,
        harborPlan.name,
      ))
})

describe('a town that is taken out', () => {
  const known = ['Wakefield, RI', 'Warwick, RI']
  const gazetteer = { zip: () => null, city: () => null, usPlace: () => null, servedPlace: () => null }
  for (const text of [
    'Wakefield is too far, take it out',
    "Wakefield's way too far for me",
    'drop Wakefield please',
    'take Wakefield off the list',
    'remove wakefield',
    'Wakefield is out',
    'leave out Wakefield',
    'quita Wakefield',
  ])
    test(text, () =>
      assert.deepEqual(removeRejectedPlace(text, known, gazetteer as never).labels, ['Wakefield, RI']),
    )

  for (const text of ['is Wakefield far?', 'Wakefield', 'how far is Wakefield', 'Wakefield is fine'])
    test(`not in "${text}"`, () =>
      assert.deepEqual(removeRejectedPlace(text, known, gazetteer as never).labels, []))
})

for (const text of [
  'where do I park',
  'what bus goes there',
  'which one has more beds',
  'is he old',
  'not a hospital, a private office',
])
  test(`"${text}" asks what no source states`, async () => {
    const { answer } = await last('heart doctor near 02903', 'skip', text)
    assert.ok(answer.facts.includes('not_stated'), answer.facts.join())
  })

describe('spoken names of care', () => {
  for (const [text, meant] of Object.entries({
    'where can i get bloodwork done': 'where can i get blood test lab',
    'I need to get my labs drawn': 'I need to get my blood test lab',
    'ok and for teeth?': 'ok and for a dentist?',
    'someone for my feet too': 'someone for my a feet doctor too',
    'my bloodwork was high': 'my bloodwork was high',
    'I need blood test results': 'I need blood test results',
    'a toothbrush for teeth whitening': 'a toothbrush for teeth whitening',
  }))
    test(text, () => assert.equal(writeOutSpokenWords(text), meant))
})

describe('an insurer whose name begins like a town', () => {
  for (const text of [
    "I have Blue Cross. No wait, that's my dental, medical is Harvard Pilgrim",
    'my medical is Harvard Pilgrim',
    'Blue Cross or Harvard Pilgrim, either one',
  ])
    test(`"${text}" keeps the place`, async () => {
      const { context } = await last('heart doctor near 02903', text)
      assert.match(context.place?.label ?? '', /02903/)
    })

  test('the medical plan counts after a correction of the dental one', async () => {
    const { context } = await last(
      'heart doctor near 02903',
      "Cigna. Sorry, that's for dental, health insurance is Harvard Pilgrim",
    )
    assert.equal(context.payer?.name, 'Harvard Pilgrim')
  })
})
