/** The name of an unknown payer is a part of the message as it is. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

for (const [text, name] of [
  ['i got fallon through my job its the hmo one i think', 'Fallon'],
  ['zorbocare via work', 'Zorbocare'],
  ['me cambiaron, ahora es neighborhood', 'Neighborhood'],
  ['creo que es zorbosalud por el trabajo', 'Zorbosalud'],
  ["it's called harvard pilgrim", 'Harvard Pilgrim'],
  ['zorbo health plan', 'Zorbo Health Plan'],
] as const)
  test(`"${text}" is ${name}`, async () => {
    const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
    assert.equal(parseContext(answer.context).payer?.name, name)
  })

for (const [text, name] of [
  ["would somewhere take our insurance? it's Anthem from Ohio", 'Anthem'],
  ["would any office take mine? It's Molina of Michigan", 'Molina'],
  ["that's Oscar in Texas, can they bill it", 'Oscar'],
  ["who takes ours is the question, the plan's Wellpoint from Maine", 'Wellpoint'],
  ['tenemos Anthem de Ohio, ¿lo aceptan?', 'Anthem'],
] as const)
  test(`"${text}" after a list is ${name}, and is not followed by the question for the plan`, async () => {
    const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
    assert.equal(parseContext(answer.context).payer?.name, name)
    assert.doesNotMatch(answer.text, /Which insurance|Qué seguro/)
  })

test('a clinician by the first name of an insurer is no payer: "the doctor\'s Oscar Mendes"', async () => {
  const answer = (
    await converse(directory.assistant, ['heart doctor near 02903', 'skip', "the doctor's Oscar Mendes"])
  ).at(-1)!
  assert.equal(parseContext(answer.context).payer, null)
})

for (const text of ['we have an HMO', 'I have a PPO', 'it is the PPO', 'heart doctor, we have a PPO'])
  test(`the kind of a plan is no name: "${text}"`, async () => {
    const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
    assert.equal(parseContext(answer.context).payer, null)
  })

test('a message without a name is no payer', async () => {
  const answer = (
    await converse(directory.assistant, ['heart doctor near 02903', 'they changed it at work'])
  ).at(-1)!
  assert.equal(parseContext(answer.context).payer, null)
})
