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

test('the search of the conversation stays', async () => {
  const answers = await converse(directory.assistant, [
    'heart doctor near 02903',
    'whats the difference between a cardiologist and a regular dr',
  ])
  const [first, second] = answers.map(({ context }) => parseContext(context).need?.text)
  assert.equal(second, first)
})
