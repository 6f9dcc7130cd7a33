/** A reason, a companion or an aside after a list changes nothing, and is not answered as if it were a question. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { isPlainStatement } from './plain-statement.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  return (await converse(directory.assistant, texts)).at(-1)!
}

describe('is a remark after a list', () => {
  for (const text of [
    'my cousin talked me into it, she hates her shoes too',
    'the reason is my divorce, and then the move',
    'just a physical i guess, its been forever',
    'the library lady typed this for me',
    'the man at the desk told me about this',
    'it runs in the family on my side',
    'mi esposo me acompaña, trabaja en una panadería',
    'la vecina nos lleva en su carro',
  ])
    test(text, async () => {
      const answer = await last('heart doctor near 02903', 'skip', text)
      assert.ok(answer.facts.includes('remark'), `${answer.facts.join()}: ${answer.text}`)
      const { need, gender, payer } = parseContext(answer.context)
      assert.deepEqual([need?.text.includes('heart'), gender, payer], [true, null, null])
    })
})

describe('asks, orders, refuses or wishes', () => {
  for (const text of [
    'show me the ten best',
    'does number 2 do surgery',
    'no not that i meant a place',
    'I would like a later time',
    'en español por favor',
    'the second one',
    'purple monkey dishwasher',
  ])
    test(text, () => assert.ok(!isPlainStatement(text)))
})
