/** The clinician whom the user has named stays the need after a complaint that this clinician treats, or one that is stated beside it. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

async function needAfter(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  assert.deepEqual(answer.notices, [])
  return parseContext(answer.context).need?.text ?? ''
}

describe('the named clinician is kept', () => {
  for (const [first, text, need] of [
    ['foot doctor', 'diabetic, blister on my big toe', /foot/],
    ['foot doctor 02903', 'diabetic, got a sore on my heel', /foot/],
    ['podiatrist', 'I get callus after callus', /podiatrist/],
    ['orthopedist 02903', 'its my wrist, sprained it at the gym', /orthop/],
    ['dermatologist 02903', 'im stressed too btw', /dermat/],
    ['cardiologist 02903', 'i get dizzy too sometimes', /cardio/],
    ['podólogo 02903', 'me duele el talón también', /podologo/],
  ] as const)
    test(`${first}: ${text}`, async () => assert.match(await needAfter(first, text), need))
})

describe('another request replaces it', () => {
  for (const [first, text, need] of [
    ['foot doctor 02903', 'now I need someone for my skin too', /skin/],
    ['cardiologist 02903', 'and what about my rash', /rash/],
    ['therapist 02903', 'my back hurts, who can look at it', /back/],
  ] as const)
    test(`${first}: ${text}`, async () => assert.match(await needAfter(first, text), need))
})

test('an eye doctor is sought, and no person, before a town with its state', async () => {
  for (const text of ['eye dr Warwick RI', 'heart dr Cranston, RI', 'foot dr North Kingstown RI'])
    assert.match(await needAfter(text), /^(?:eye|heart|foot) doctor$/)
})

test('care that a lawyer and a clinician recommend is in scope', async () => {
  const text = 'orthopedist near 02903, my lawyer and my chiropractor both said so'
  assert.match(await needAfter(text), /orthop/)
})

test('a wish for an interpreter beside the care is stated, and is not the need', async () => {
  for (const text of [
    'necesito traductor y un cardiólogo cerca de 02903',
    'I need an interpreter and a heart doctor 02903',
  ]) {
    const [answer] = await converse(directory.assistant, [text])
    assert.ok(answer!.facts.includes('cannot_interpreter'), answer!.text)
    assert.match(
      parseContext(answer!.context).need?.text ?? '',
      /^(?!.*(?:traductor|interpreter)).*(?:cardiologo|heart doctor)/,
    )
  }
})
