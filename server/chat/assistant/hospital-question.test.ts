/** "What's the address of the hospital?" after an emergency notice gets the nearest hospitals with their addresses. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

const last = async (...texts: readonly string[]) => (await converse(directory.assistant, texts)).at(-1)!

const poisoned = 'my cousin took way too many of her sleeping pills'

describe('without a place, the town is asked for', () => {
  for (const text of [
    'whats the address of the hospital',
    'where is the closest hospital',
    'which er is nearest',
    'cual es la direccion del hospital',
    'donde esta la sala de emergencias',
  ])
    test(text, async () => {
      const answer = await last(poisoned, text)
      assert.deepEqual(answer.facts.includes('hospital_place'), true, answer.text)
      assert.equal(answer.asked, 'place')
    })
})

describe('with a place, the answer is about hospitals that may have an emergency room', () => {
  for (const texts of [
    [poisoned, 'whats the address of the hospital', '02903'],
    [poisoned, '02903', 'whats the address of the hospital'],
    ['my dad is diabetic and the sore on his foot is turning black', 'which hospital is closest to 02903'],
  ])
    test(texts.join(' / '), async () => {
      const answer = await last(...texts)
      assert.match(answer.text, /hospital/)
      assert.ok(answer.cards.every(({ kind }) => kind === 'location'))
    })
})

test('without an emergency, a hospital is searched as any other place', async () => {
  const answer = await last('i need a hospital near 02903')
  assert.equal(parseContext(answer.context).need?.text.includes('hospital'), true)
  assert.ok(!answer.facts.includes('hospital_place'))
})

test('a child whose age is stated is another person than the user', async () => {
  const answer = await last('my 2 week old wont wake up to eat', 'im so scared')
  assert.doesNotMatch(answer.text, /do not stay alone/)
})
