/** A question what a kind of clinician does gets a sentence for each kind, and starts no search. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

describe('each kind of the question has its sentence', () => {
  for (const [text, ...names] of [
    [
      'whats the difference between an optometrist and an ophthalmologist',
      'Optometrist: ',
      'Ophthalmologist: ',
    ],
    ['difference between a psychologist and a psychiatrist?', 'Psychologist: ', 'Psychiatrist: '],
    ['how is a chiropractor different from a physical therapist', 'Chiropractor: ', 'Physical therapist: '],
    ['what does a podiatrist do', 'Podiatrist: '],
    ['what is a nephrologist', 'Nephrologist: '],
    ['psychologist or psychiatrist? whats the difference', 'Psychologist: ', 'Psychiatrist: '],
    ['is a podiatrist the same as a chiropractor', 'Podiatrist: ', 'Chiropractor: '],
    ['whats the diff between opthamologists and optometrists', 'Ophthalmologist: ', 'Optometrist: '],
    ['qué diferencia hay entre un psicólogo y un psiquiatra', 'Psicólogo: ', 'Psiquiatra: '],
    ['en qué se diferencia un internista de un médico de familia', 'Internista: ', 'Médico de familia: '],
    ['qué hace un urólogo', 'Urólogo: '],
  ] as const)
    test(text, async () => {
      const [answer] = await converse(directory.assistant, [text])
      for (const name of names) assert.ok(answer!.text.includes(name), answer!.text)
      assert.equal(answer!.cards.length, 0)
    })
})

describe('the comparison of two kinds has a sentence for each', () => {
  for (const text of [
    'which is better first, a podiatrist or a chiropractor',
    'who should I see first the podiatrist or the chiropractor',
    'cuál es mejor primero, el podólogo o el quiropráctico',
    'not sure if i need a podiatrist or a chiropractor',
    'do i need a podiatrist or a chiropractor for this',
    'no sé si necesito podólogo o quiropráctico',
    'do i want the foot guy or a chiropractor',
    'should we go to physical therapy or the bone doctor first',
  ])
    test(text, async () => {
      const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
      assert.deepEqual(answer.facts, ['kinds'])
      assert.match(parseContext(answer.context).need?.text ?? '', /heart doctor/)
    })
})

describe('one kind or another that is not named has the sentence of the kind, and who can say', () => {
  for (const [text, name] of [
    ['is it a physio or someone else we need', 'Physical therapist: '],
    ['is it an allergist or a different sort of doctor', 'Allergist: '],
    ['do we need a geriatrician or some other doctor', 'Geriatrician: '],
    ['should he see a pulmonologist or another doctor', 'Pulmonologist: '],
    ['do I need the occupational therapist or what', 'Occupational therapist: '],
    ['¿es con logopeda o con otro doctor?', 'Terapeuta del habla: '],
    ['¿necesito un gastroenterólogo o qué?', 'Gastroenterólogo: '],
    ['¿es con el dermatólogo o con otro?', 'Dermatólogo: '],
  ] as const)
    test(text, async () => {
      const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
      assert.ok(answer.text.startsWith(name), answer.text)
      assert.match(answer.text, /clinician or the nurse line|línea de enfermería/)
    })
})

test('the clinician for the complaint of the conversation is named', async () => {
  const answer = (
    await converse(directory.assistant, ['my heel hurts', 'is it a physio or some other doctor?'])
  ).at(-1)!
  assert.match(answer.text, /That is usually a podiatrist/)
})

test('the search of the conversation stays', async () => {
  const answers = await converse(directory.assistant, [
    'heart doctor near 02903',
    'whats the difference between a cardiologist and a regular dr',
  ])
  const [first, second] = answers.map(({ context }) => parseContext(context).need?.text)
  assert.equal(second, first)
})
