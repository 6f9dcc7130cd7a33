/** Each wish of a message is applied, or the answer says that no source states it; a remark never replaces the need. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { completeLanguageWish } from './wished-language.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

const search = ['heart doctor in Warwick', 'skip'] as const

describe('a wish keeps the need', () => {
  for (const text of [
    "she won't see a male doctor",
    'i would rather see a lady doctor',
    'only a female dr please',
    'que tenga rampa para silla de ruedas',
    'a ramp for my wheelchair',
    'and has evening hours',
    'evening slots',
    'video only',
    'someone who gets lgbt stuff',
  ])
    test(text, async () => {
      const { context } = await last(...search, text)
      assert.match(context.need?.text ?? '', /^heart doctor/)
    })
})

test('a wish for a woman stays when the need is only narrowed', async () => {
  const { context } = await last(...search, 'a woman please', 'someone who can prescribe')
  assert.equal(context.gender, 'F')
})

test('hours without a subject are asked of the list', async () => {
  const { answer } = await last(...search, 'and has evening hours')
  assert.ok(answer.facts.includes('hours'), answer.text)
})

test('"video only" is a wish for telehealth, and no file', async () => {
  const { answer, context } = await last('I want to see a heart doctor, video only, Warwick')
  assert.equal(context.telehealth, true)
  assert.ok(!answer.facts.includes('cannot_attachment'))
})

test('a language of the list is answered for each record', async () => {
  const { answer } = await last(...search, 'do they speak Portuguese')
  assert.match(answer.text, /states Portuguese for/)
})

describe('a language without a verb is a wish', () => {
  for (const text of [
    'mandarin if there is',
    'Portuguese would be great',
    'Arabic preferred',
    'portugués si hay',
  ])
    test(text, () => assert.match(completeLanguageWish(text), /^who speaks /))
  for (const text of ['cheaper if possible', 'Warwick would be better', 'mornings preferred'])
    test(`not "${text}"`, () => assert.equal(completeLanguageWish(text), text))
})
