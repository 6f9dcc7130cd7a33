/** The kind of care that a message states stays, whatever is beside it and whatever later messages say. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function needAfter(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  const { need } = parseContext(answer.context)
  return { answer, text: need?.text ?? null, kind: need?.kind ?? null }
}

describe('a kind beside a condition', () => {
  for (const [text, need] of [
    ['my dad had a heart attack last year, needs a kidney specialist 02903', /^kidney specialist/],
    ['hearing test near 02903, I have diabetes and copd', /^hearing test/],
    ['mom had a stroke in june and needs speech therapy, 02903', /^speech therapy/],
    [
      'un doctor de los huesos cerca de 02903 para mi abuela, tiene presión alta',
      /^(?:un )?doctor de los huesos/,
    ],
    ['I want a lung doctor near 02903. I am allergic to penicillin and have arthritis', /^lung doctor/],
    ['clinic told him to follow up with gastroenterology, he has gout, 02903', /gastroenterology/],
    ['forget the pediatrician, what i need is help with breastfeeding 02903', /^help with breastfeeding/],
  ] as const)
    test(`"${text}" searches ${need.source}`, async () =>
      assert.match((await needAfter(text)).text ?? '', need))
})

describe('an order for a scan', () => {
  for (const text of [
    'my doctor gave me a slip for a CT scan of my belly, 02903',
    'pcp ordered an ultrasound of my thyroid near 02903',
    'where can I get an MRI of my back, 02903',
    'orden para una resonancia de la rodilla 02903',
  ])
    test(`"${text}" searches places`, async () => assert.equal((await needAfter(text)).kind, 'location'))
})

describe('a later message', () => {
  for (const text of [
    'united, the ppo',
    'medicare and an aarp supplement',
    'ok so who takes tufts',
    'hes got masshealth',
    'she has an advantage plan from humana, the hmo',
    'my knees ache too',
    'my cholesterol pill',
    'can my wife come along',
    'either Warwick or I take the bus to Cranston',
    'he does not want the methadone clinic',
    'no men please. someone older',
  ])
    test(`"${text}" keeps the kind`, async () =>
      assert.equal((await needAfter('heart doctor near 02903', 'skip', text)).text, 'heart doctor'))

  for (const [text, need] of [
    ['he will also need a foot doctor', /foot doctor/],
    ['now the eye doctor', /^the eye doctor/],
    ['great, and now the diabetes one', /^the diabetes/],
    ['y también un dentista', /dentista/],
    ['I will ask the pediatrician about walk ins, what I need is a hearing test', /hearing test$/],
    ['my wife also needs speech therapy and someone who comes to the house', /^speech therapy/],
  ] as const)
    test(`"${text}" asks for another kind`, async () =>
      assert.match((await needAfter('heart doctor near 02903', 'skip', text)).text ?? '', need))
})

describe('a further need', () => {
  for (const [text, other] of [
    ['a heart doctor for me near 02903, also my older girl needs her ears checked', /ears checked/],
    ['heart doctor for my wife near 02903 and my father will also need someone for his asthma', /asthma/],
  ] as const)
    test(`"${text}" is offered`, async () => {
      const { answer, text: need } = await needAfter(text, 'skip')
      const [first] = await converse(directory.assistant, [text])
      assert.match(first!.text, other)
      assert.doesNotMatch(need ?? '', other)
      assert.ok(answer.text !== '')
    })
})

test('a chain that the directory lacks is named', async () => {
  const { answer } = await needAfter('walgreens near 02903')
  if (answer.cards.length > 0) assert.match(answer.text, /None of these has the name Walgreens/)
})
