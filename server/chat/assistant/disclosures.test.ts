/** What a user discloses beside the search gets an answer, instead of "this does not change the search". */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { findDisclosure } from './disclosures.ts'
import { isDistressed } from './usual-field.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

const disclosed = {
  recovery: [
    'sober since march',
    'thirty days clean',
    'ive been clean for about 2 weeks',
    'my son is six months sober',
    'llevo dos meses limpio',
    'lleva un año sin beber',
  ],
  'substance use': [
    'he uses heroin',
    'shes 19 and smokes meth',
    'my brother relapsed on cocaine',
    'im hooked on pills',
    'she drinks all day',
    'tiene 30, consume cocaína',
    'es adicta a la heroína',
    'mi papá bebe todo el día',
  ],
} as const

for (const [disclosure, texts] of Object.entries(disclosed))
  describe(disclosure, () => {
    for (const text of texts) test(text, () => assert.equal(findDisclosure(text), disclosure))
  })

describe('nothing is disclosed', () => {
  for (const text of [
    'my teeth were clean 2 weeks ago',
    'is the office clean',
    'she never used drugs',
    'he wears a fentanyl patch',
    'he drinks coke',
    'no usa drogas',
    'mi hijo toma demasiada leche',
    'how do i use this',
  ])
    test(text, () => assert.equal(findDisclosure(text), null))
})

describe('beside a search', () => {
  for (const text of [
    'clean since tuesday',
    'she is 24 and uses fentanyl',
    'llevo una semana sin beber',
    'me siento muy sola desde la mudanza',
    'i feel so sad since we moved',
  ])
    test(`"${text}" gets a number to call`, async () => {
      const answer = (await converse(directory.assistant, ['therapist near 02903', 'skip', text])).at(-1)!
      assert.match(answer.text, /988/)
      assert.doesNotMatch(answer.text, /does not change|did not understand|no cambia|No entendí/)
    })

  for (const text of [
    "you've been so patient with me",
    'you have been kind to us',
    'ha sido usted muy amable',
  ])
    test(`"${text}" is thanked for`, async () => {
      const answer = (await converse(directory.assistant, ['dentist near 02903', 'skip', text])).at(-1)!
      assert.match(answer.text, /welcome|De nada/)
    })

  test('a patient with a kind request is not thanked', async () => {
    const answer = (await converse(directory.assistant, ['a kind and patient dentist near 02903'])).at(-1)!
    assert.doesNotMatch(answer.text, /welcome/)
  })
})

describe('distress', () => {
  for (const text of [
    'i need to talk to someone',
    'can i speak with someone about how i feel',
    'she cries in the bathroom when she thinks we sleep',
    'mi hermana llora a escondidas',
  ])
    test(text, () => assert.equal(isDistressed(text), true))

  for (const text of [
    'i want to talk to someone about birth control',
    'can i speak with someone about a vaccine',
    'my baby cries when i touch his ear',
  ])
    test(`not: ${text}`, () => assert.equal(isDistressed(text), false))
})
