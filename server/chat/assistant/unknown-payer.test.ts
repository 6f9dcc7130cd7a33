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
  ['my kids have RIte Smiles', 'Rite Smiles'],
  ['tiene RIte Smiles', 'Rite Smiles'],
  ['pt has MCR A/B', 'Medicare'],
  ['verified as Aetna MCR', 'Aetna Medicare'],
] as const)
  test(`"${text}" is ${name}`, async () => {
    const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
    assert.equal(parseContext(answer.context).payer?.name, name)
  })

for (const [text, name] of [
  ["would somewhere take our insurance? it's Anthem from Ohio", 'Anthem from Ohio'],
  ["would any office take mine? It's Molina of Michigan", 'Molina of Michigan'],
  ["that's Oscar in Texas, can they bill it", 'Oscar'],
  ["who takes ours is the question, the plan's Wellpoint from Maine", 'Wellpoint from Maine'],
  ['tenemos Anthem de Ohio, ¿lo aceptan?', 'Anthem de Ohio'],
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

for (const [text, name] of [
  ['i have an out of state plan', 'an out-of-state plan'],
  ['our insurance is out of state', 'an out-of-state plan'],
  ["it's an out-of-state medicaid", 'an out-of-state plan'],
  ['out of state coverage, does that matter', 'an out-of-state plan'],
  ['we have out of state Aetna', 'Aetna'],
  ['we have BCBS of Texas, does it work up here', 'BCBS of Texas'],
  ['Florida Medicaid', 'Florida Medicaid'],
  ['our insurance is from New York', 'a plan from New York'],
  ['VA community care approved him', 'VA Community Care'],
  ['U H C, that is united', 'UHC'],
  ['tenemos un seguro de otro estado', 'un plan de otro estado'],
  ['its through workers comp', 'workers’ compensation'],
  ['they have to be taking workmans comp', 'workers’ compensation'],
  ['tengo compensación laboral', 'compensación laboral'],
  ['its under my auto insurance', 'auto insurance'],
] as const)
  test(`"${text}" after a list is ${name}, and no plan of a similar name`, async () => {
    const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
    assert.deepEqual(parseContext(answer.context).payer, { name, codes: [] })
    assert.doesNotMatch(answer.text, /Which insurance|Qué seguro/)
  })

for (const [text, name] of [
  ['Keatling', 'Keatling'],
  ['I have Brenling', 'Brenling'],
] as const)
  test(`"${text}" is the name of an unknown plan, although it ends in "ing"`, async () => {
    const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
    assert.deepEqual(parseContext(answer.context).payer, { name, codes: [] })
  })

for (const [text, names] of [
  ['unitedhealthcare', ['UnitedHealthcare']],
  ['united healthcare', ['UnitedHealthcare']],
  ['a medicare advantage plan from unitedhealthcare', ['UnitedHealthcare Medicare Advantage']],
  ['either Tufts or Cigna', ['Cigna', 'Tufts']],
  ['not sure yet, united or neighborhood', ['Neighborhood', 'United']],
] as const)
  test(`"${text}" names each insurer once`, async () => {
    const { text: answer } = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
    const named = [...answer.matchAll(/no list of ([^,]+),/g)].map(([, name]) => name)
    assert.deepEqual(
      named.toSorted((a = '', b = '') => a.localeCompare(b)),
      names,
    )
  })

for (const text of [
  'mi esposo me acompaña',
  'nuestra vecina nos lleva',
  'someone ok with two moms',
  'someone with gray hair',
  'ugh my boss is texting me',
])
  test(`"${text}" is no name of a plan`, async () => {
    const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
    assert.equal(parseContext(answer.context).payer, null)
  })
