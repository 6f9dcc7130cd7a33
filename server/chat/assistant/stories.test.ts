/** What a message tells about the past is neither a question nor a time for a visit. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { detectRequests } from './detect-requests.ts'
import { readOfficeTime } from './read-office-time.ts'
import { findUnansweredQuestions } from './unanswered-questions.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

describe('the day of an event is no office time', () => {
  for (const text of [
    'tripped over the dog while carrying boxes on sunday',
    'i cut my hand opening a can friday',
    'tore something playing pickup basketball last tuesday',
    'did I just waste a whole morning',
    'i spent all of monday on the phone with them',
    'lost a filling eating popcorn saturday night',
    'me torcí el tobillo bajando del camión el viernes',
    'me quemé con la plancha el domingo',
  ])
    test(text, () => assert.equal(readOfficeTime(text), null))
})

describe('the time of a visit is one', () => {
  for (const text of [
    'i cut my hand, anyone open saturday',
    'i fell and need someone on sunday',
    'tore my shoulder, can they see me friday',
    'a saturday afternoon please',
    'me caí, quién atiende el sábado',
  ])
    test(text, () => assert.notEqual(readOfficeTime(text), null))
})

describe('"I should explain" asks for no explanation', () => {
  for (const text of [
    'let me explain. my mammogram was due and i missed it',
    "it's hard to explain, i lost my lab papers",
    'i should explain that my scan was cancelled',
  ])
    test(text, () => {
      assert.equal(detectRequests(text).kinds.has('explanation'), false)
      assert.deepEqual(findUnansweredQuestions(text), [])
    })

  for (const text of ['explain my lab results', 'can you explain what my a1c means'])
    test(text, () => assert.ok(findUnansweredQuestions(text).includes('results')))
})

describe('a long story without care or a complaint is answered with the question for the need', () => {
  for (const text of [
    'not sure where to begin. i lost my job last spring and moved back in with my folks and let everything slide, no checkups no nothing, 02903',
    'we moved in with my sister after the fire and nothing has been normal since then and she keeps telling me to get going, 02903',
  ])
    test(text, async () => {
      const [answer] = await converse(directory.assistant, [text])
      assert.deepEqual([answer!.asked, answer!.facts], ['need', []], answer!.text)
    })
})

test('a long message that asks for care is searched', async () => {
  const [answer] = await converse(directory.assistant, [
    'my mother died in the spring and i let everything go, the house, the bills, all of it, now i want a heart doctor near 02903',
  ])
  assert.match(parseContext(answer!.context).need?.text ?? '', /heart doctor/)
})
