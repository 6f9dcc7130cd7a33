/** A message about distress, or about not knowing how to begin, gets a question that is easy to answer. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

describe('any words will do for a person who finds it hard to say', () => {
  for (const text of [
    "it's complicated",
    'its really hard to describe',
    'this is kind of embarrassing',
    "i don't know how to put it",
    'not sure where to start',
    "it's a sensitive subject",
    'es complicado de explicar',
    'no sé por dónde empezar',
    'me da mucha pena decirlo',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['hello', text])).at(-1)!
      assert.deepEqual(answer.facts, ['any_words'])
      assert.equal((answer.context as { need: unknown }).need, null)
      assert.deepEqual(answer.notices, [])
    })
})

describe('what is said beside it is read', () => {
  test('a complaint', async () => {
    const answer = (await converse(assistant, ['hello', 'kind of embarrassing but my ears ring, 02903'])).at(
      -1,
    )!
    assert.ok(!answer.facts.includes('any_words'), answer.text)
  })

  test('a sign of danger', async () => {
    const answer = (await converse(assistant, ['hello', 'hard to explain, i want to kill myself'])).at(-1)!
    assert.notDeepEqual(answer.notices, [])
  })

  test('a list', async () => {
    const answer = (await converse(assistant, ['heart doctor near 02903', "it's complicated"])).at(-1)!
    assert.ok(!answer.facts.includes('any_words'), answer.text)
  })
})

describe('distress without a kind of care offers a therapist and a family doctor', () => {
  for (const text of [
    'i feel so lonely',
    'my wife cries in the bathroom',
    'i have been really down',
    'i have no one to talk to',
    'me siento muy sola',
    'mi hermana se la pasa llorando',
    'mi esposa no para de llorar',
  ])
    test(text, async () => {
      const [answer] = await converse(assistant, [text])
      if (answer!.notices.length > 0 || (answer!.context as { need: unknown }).need !== null) return
      assert.match(answer!.text, /988/)
      assert.match(answer!.text, /therapist|terapeuta/i)
      assert.doesNotMatch(answer!.suggestions.join(), /dentist/i)
    })
})
