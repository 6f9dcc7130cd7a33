/** A plan that a message names in passing is taken, and its missing list is stated. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { findNamedInsurers, withoutInsurers } from './named-insurers.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

describe('insurers of a message', () => {
  for (const [text, names] of [
    ['podiatrist in bristol accepting united', ['united']],
    ["we're with neighborhood health", ['neighborhood']],
    ['orthopedist providence. anthem thru work', ['anthem']],
    ['husky b', ['husky']],
    ['la tarjeta dice Neighborhood', ['neighborhood']],
    ['cigna and a humana supplement', ['cigna', 'humana']],
    ['is there one in my neighborhood', []],
    ['neighborhood health center in pawtucket', []],
    ['a pediatrician at tufts medical center', []],
    ['i moved here from the united states', []],
    ['dr oscar molina', []],
  ] as const)
    test(text, () => assert.deepEqual(findNamedInsurers(text), names))
})

test('the words of a plan are no part of the need', () => {
  assert.equal(withoutInsurers('primary care taking tufts health plan'), 'primary care')
  assert.equal(withoutInsurers('orthopedist anthem thru work'), 'orthopedist')
})

describe('a plan without a list is taken, said to have none, and not asked for', () => {
  for (const [texts, name] of [
    [['heart doctor near 02903 taking fallon'], 'Fallon'],
    [['heart doctor near 02903', 'we have neighborhood'], 'Neighborhood'],
    [['heart doctor near 02903', 'connecticare. how long till they see people'], 'Connecticare'],
    [
      ['heart doctor near 02903', 'she has a medicare advantage plan from united'],
      'United Medicare Advantage',
    ],
    [['heart doctor near 02903', 'bluechip medicare'], 'Bluechip Medicare'],
    [['heart doctor near 02903', 'she has blue chip medicare i believe'], 'Blue Chip Medicare'],
    [['heart doctor near 02903', 'or its clover now through my job'], 'Clover'],
  ] as const)
    test(texts.at(-1), async () => {
      const answer = (await converse(directory.assistant, texts)).at(-1)!
      assert.deepEqual([parseContext(answer.context).payer?.name, answer.asked], [name, null])
      assert.match(answer.text, new RegExp(`no list of ${name}`))
      assert.equal(parseContext(answer.context).need?.text, 'heart doctor')
    })
})

test('a second plan without a list is named too', async () => {
  const texts = ['heart doctor near 02903', 'medicare and an aarp supplement']
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  assert.equal(parseContext(answer.context).payer?.name, 'Medicare')
  assert.match(answer.text, /no list of AARP/)
})
