/** Questions about several records of one list: comparisons, hours, and whether they are persons or places. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const { turns } = await runMessages(texts, directory)
  return turns.at(-1)!.answer
}

const list = ['dermatologist in Cranston, RI', 'skip'] as const

describe('two records of the list are compared', () => {
  for (const text of [
    'comparing the first and third',
    'compare 1 and 3',
    'any difference between #1 and #3?',
    'what is the difference between the first and the third',
    'the first versus the third?',
    'compare la primera y la tercera',
  ])
    test(text, async () => {
      const { cards } = await say(list[0])
      const answer = await say(...list, text)
      assert.deepEqual(
        answer.cards.map(({ name }) => name),
        [cards[0]!.name, cards[2]!.name],
      )
    })
})

describe('a question about any of the list is answered for each, also after one about one record', () => {
  for (const text of ['any that are open at night', 'any that open on Saturday', 'ok any with weekend hours'])
    test(text, async () => {
      const answer = await say(...list, 'does the first one speak Spanish?', text)
      assert.equal(answer.cards.length, 5, answer.text)
    })
})

describe('whether they are persons or places', () => {
  for (const text of [
    'which are clinics and which are individual doctors?',
    'are these offices or single providers',
    '¿cuáles son clínicas y cuáles personas?',
  ])
    test(text, async () =>
      assert.match((await say(...list, text)).text, /a person, not a clinic|una persona, no/),
    )
})
