/** Payers as users write them, and plans that are not the patient's. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, harborPlan, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { findPlanOfOtherState, writePayers } from './written-payers.ts'

const directory = await openSmallAssistant({ more: { carriers: [harborPlan] } })
after(() => directory[Symbol.asyncDispose]())

describe('a payer is written as the search reads it', () => {
  for (const [text, written] of [
    ['Medicare and the double A R P', 'Medicare and the AARP'],
    ['she has the card from the state', 'she has Medicaid'],
    ['he has VA and Medicare', 'he has VA benefits and Medicare'],
    ["I have Aetna but that's my job's, not hers", 'the plan is not that of the patient'],
    ['it is Humana, the Aetna is mine', 'it is Humana'],
    ['the Aetna is mine', 'the Aetna is mine'],
    ['out of state insurance', 'out of state insurance'],
    ['I have Aetna, and not Cigna', 'I have Aetna, and not Cigna'],
    ['mi mamá va a Medicare', 'mi mamá va a Medicare'],
    ['Richmond, VA', 'Richmond, VA'],
  ] as const)
    test(text, () => assert.equal(writePayers(text), written))
})

describe('a plan of another state keeps its name', () => {
  const served = new Set(['RI', 'MA'])
  for (const [text, name] of [
    ['Blue Cross of Georgia, is that ok here?', 'Blue Cross of Georgia'],
    ['I have Ohio Medicaid', 'Ohio Medicaid'],
    ['mi seguro es de Florida', 'un plan de Florida'],
    ['Blue Cross of Rhode Island', null],
    ['I moved from Texas and have Aetna', null],
    ['a cardiologist in Ohio', null],
  ] as const)
    test(text, () => assert.equal(findPlanOfOtherState(text, served, [])?.name ?? null, name))
})

const list = 'heart doctor near 02903'

test('a second plan without a list is named beside the first', async () => {
  const said = 'I have Harbor Health Plan, with Aetna secondary'
  const { text, context } = (await converse(directory.assistant, [list, said])).at(-1)!
  assert.equal(parseContext(context).payer?.name, harborPlan.name)
  assert.match(text, /no list of Aetna/)
})

test('a question names neither of two plans silently', async () => {
  const said = 'does the first one take Cigna now or only Aetna'
  const { text } = (await converse(directory.assistant, [list, said])).at(-1)!
  assert.match(text, /Cigna/)
  assert.match(text, /Aetna/)
})

test('a plan beside another question about a clinician is answered too', async () => {
  const said = 'I have UHC. is the first one a woman'
  const { text } = (await converse(directory.assistant, [list, said])).at(-1)!
  assert.match(text, /registered as|gender/)
  assert.match(text, /no list of UHC/)
})

test('a plan that is not active yet is searched, and its list is said to apply later', async () => {
  const { text } = (await converse(directory.assistant, [list, 'Harbor Health Plan, but it is pending'])).at(
    -1,
  )!
  assert.match(text, /Harbor Health Plan/)
})

test("a plan of the user's job that is not the patient's is left out", async () => {
  const said = "I have Aetna but that's my job's, not hers"
  const { text, context } = (await converse(directory.assistant, [`${list} for my mother. ${said}`])).at(-1)!
  assert.equal(parseContext(context).payer, null)
  assert.match(text, /I leave out the plan that is not the patient/)
})

test('a plan of the parents that is not to be used is left out', async () => {
  const said = "I don't want to use my dad's insurance for this"
  const { facts, context } = (await converse(directory.assistant, [list, said])).at(-1)!
  assert.equal(parseContext(context).payer, null)
  assert.ok(facts.includes('no_payer'))
})

test('telehealth stays with another patient and gender', async () => {
  const said = ['heart doctor near 02903 by video', 'and for my husband a man']
  const known = parseContext((await converse(directory.assistant, said)).at(-1)!.context)
  assert.deepEqual([known.telehealth, known.gender], [true, 'M'])
})

test('an illness of childhood makes no child of the patient', async () => {
  const said = 'I had Kawasaki disease as a kid, now 41, heart doctor near 02903'
  const known = parseContext((await converse(directory.assistant, [said])).at(-1)!.context)
  assert.deepEqual(known.patient, [])
})
