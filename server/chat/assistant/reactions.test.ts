/** A reaction to the list, or a question without a mark, names no payer and gets an answer of its own. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { isQuestion } from './is-question.ts'
import { findUnansweredQuestions } from './unanswered-questions.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, ['heart doctor near 02903', ...texts])).at(-1)!
  return { answer, ...parseContext(answer.context) }
}

describe('an approval is acknowledged, and is no payer', () => {
  for (const text of [
    'oh nice',
    'very good',
    'thats great news',
    'awesome',
    'ok cool',
    'good to know',
    'muy bien',
    'qué bueno',
    'excelente',
    'ya veo',
  ])
    test(text, async () => {
      const { answer, payer } = await say(text)
      assert.deepEqual([answer.facts, payer], [['approval'], null])
      assert.doesNotMatch(answer.text, /insurance|seguro/)
    })
})

describe('a longer message is no approval', () => {
  for (const text of [
    'good dentist near 02903',
    'nice podiatrist please',
    'is she good',
    'perfect, a woman please',
  ])
    test(text, async () => assert.ok(!(await say('skip', text)).answer.facts.includes('approval')))
})

describe('a question or a clause after the question for the payer names none', () => {
  for (const text of [
    'one that does botox',
    'someone who gives shots',
    'y revisan a los niños',
    'any of those do stress tests',
    'can they fix valves',
    'hacen ecocardiogramas',
    'what about stents',
  ])
    test(text, async () => {
      const { payer, asked } = await say(text)
      assert.deepEqual([payer, asked], [null, null])
    })
})

test('the answer to a question that the assistant does not understand says what the directory has', async () => {
  const { answer } = await say('skip', 'what color is the moss wall')
  assert.deepEqual(answer.facts, ['question_not_understood'])
})

describe('a question needs no mark', () => {
  for (const text of [
    'do any of them speak creole',
    'ok so which ones do that',
    'y atienden sábados',
    'is there a ramp',
    'how come',
    'también cobran por eso',
  ])
    test(text, () => assert.ok(isQuestion(text)))
  for (const text of ['is fine', 'I can do Tuesdays', 'that will do'])
    test(`not "${text}"`, () => assert.ok(!isQuestion(text)))
})

describe('a question about the fields of the list states each', () => {
  for (const text of [
    'are these all doctors',
    'is any of them a nurse',
    'which one is a surgeon',
    'what kind of doctors are they',
    'son todos médicos',
    'qué tipo de doctor es',
    'are they all surgeons',
    'is that a clinic or a doctor',
  ])
    test(text, async () => {
      const { answer, need } = await say('skip', text)
      assert.ok(answer.facts.includes('field'), answer.text)
      assert.match(answer.text, /cardi[oó]l/i)
      assert.match(need?.text ?? '', /heart doctor/)
    })
})

describe('a question which ages are seen is read as such', () => {
  for (const text of [
    'do any of them only see adults',
    'are these just for adults? she is 12',
    'are they for kids or adults',
    'do they see kids or not',
    'for children or general?',
    'atienden niños también',
  ])
    test(text, () => assert.ok(findUnansweredQuestions(text).includes('ages')))
})

describe('a question about the basis of the list is answered', () => {
  for (const text of [
    'how do you know they treat that',
    'is that a guess',
    'are these real doctors',
    'did you make these up or are they listed',
    'do they list afib or is that a guess',
    'where do you get this information',
    'cómo sabe que atienden eso',
  ])
    test(text, async () => {
      const { answer } = await say('skip', text)
      assert.ok(answer.facts.includes('cannot_basis'), answer.text)
    })
})

describe('a question is no wish for a diagnosis', () => {
  for (const text of [
    'do they have a memory unit',
    'would they have knee scooters',
    'so is that a no',
    'is this a real person',
    'how far would I have to drive',
  ])
    test(text, async () => {
      const { answer } = await say('skip', text)
      assert.ok(!answer.facts.includes('cannot_diagnosis'), answer.text)
    })
})
