/** An office that a message names is looked up by its name, also without a word such as "clinic", and beside care. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

describe('a name that the directory does not have', () => {
  for (const [text, label] of [
    ['do you have Zorbomist?', 'Zorbomist'],
    ['The ER doctor said Landmark, do you have them?', 'Landmark'],
    ['go back to Zorbomist, whats the address', 'Zorbomist'],
    ["what's the number for Zorbo Alliance", 'Zorbo Alliance'],
    ['Does Zorbomist take Medicare?', 'Zorbomist'],
    ['¿tienen Zorbomist?', 'Zorbomist'],
  ] as const)
    test(`"${text}" is not found`, async () => {
      const { answer, context } = await last('heart doctor near 02903', 'skip', text)
      assert.match(answer.text, new RegExp(`“${label}”`))
      assert.equal(context.need?.text, 'heart doctor')
    })

  test('beside care, the list for the care follows', async () => {
    const { answer, context } = await last('does Zorbomist near 02903 do cardiology')
    assert.match(answer.text, /I do not find “Zorbomist”/)
    assert.equal(answer.cards.length, 1)
    assert.match(context.need?.text ?? '', /cardiology/)
  })

  test('with the answer to the question for the place, the list follows', async () => {
    const { answer } = await last('heart doctor', 'We are in 02903. They said Zorbomist, do you have them?')
    assert.match(answer.text, /I do not find “Zorbomist”/)
    assert.equal(answer.cards.length, 1)
  })
})

test('a part of the name of a place finds it', async () => {
  const { answer } = await last('do you have Heart Clinic?')
  assert.doesNotMatch(answer.text, /do not find/)
})

for (const text of [
  'do you have Saturday appointments?',
  'do you have Medicare?',
  'do you have Spanish?',
  'Do they take Cigna?',
  'Does Marta take Medicare?',
  'do you have Periodontists?',
  'is Providence in network?',
  'do you have others',
])
  test(`"${text}" names no office`, async () => {
    const { answer } = await last('heart doctor near 02903', 'skip', text)
    assert.doesNotMatch(answer.text, /do not find/)
  })

for (const text of [
  'Providence. Does Zorbo Hospital take Cigna?',
  'does Zorbo Clinic have parking? I live in Providence',
])
  test(`the place beside the name stays: "${text}"`, async () => {
    const { context } = await last(text)
    assert.match(context.place?.label ?? '', /^Providence/)
  })

test('a town that begins with the name of the office stays: "Providence" beside "Provi"', async () => {
  const { context } = await last('heart doctor', 'We live in Providence. Do you have Provi?')
  assert.match(context.place?.label ?? '', /^Providence/)
})
