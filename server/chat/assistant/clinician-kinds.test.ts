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

test('the search of the conversation stays', async () => {
  const answers = await converse(directory.assistant, [
    'heart doctor near 02903',
    'whats the difference between a cardiologist and a regular dr',
  ])
  const [first, second] = answers.map(({ context }) => parseContext(context).need?.text)
  assert.equal(second, first)
})
