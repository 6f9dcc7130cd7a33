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
    ['my son has autism and he needs speech therapy, 02903', /^speech therapy/],
    ['my husband had a stroke last spring and needs speech therapy near 02903', /^speech therapy/],
    ['dad had brain surgery in may so now he needs occupational therapy 02903', /^occupational therapy/],
    ['mi hijo tiene autismo y necesita terapia del habla, 02903', /^terapia del habla/],
  ] as const)
    test(`"${text}" searches ${need.source}`, async () =>
      assert.match((await needAfter(text)).text ?? '', need))
})

describe('a clause about the patient before the requested care', () => {
  for (const text of [
    'mom had a stroke in june and needs speech therapy, 02903',
    'my son has autism and he needs speech therapy, 02903',
    'my wife has diabetes and needs an eye exam near 02903',
  ])
    test(`"${text}" is one need`, async () => {
      const { answer } = await needAfter(text, 'skip')
      assert.equal(parseContext(answer.context).openNeeds.length, 1)
    })

  test('a complaint beside a requested kind stays a second need', async () => {
    const { answer } = await needAfter('my knee hurts and I need a dentist 02903', 'skip')
    assert.equal(parseContext(answer.context).openNeeds.length, 2)
  })

  test('care beside a requested kind stays a second need', async () => {
    const { answer } = await needAfter(
      'a heart doctor for my wife near 02903 and she needs speech therapy',
      'skip',
    )
    assert.equal(parseContext(answer.context).openNeeds.length, 2)
  })
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

describe('a clinician whom the patient no longer has', () => {
  for (const [text, need] of [
    ['my uncles kidney doctor retired and he has diabetes, 02903', /^kidney doctor/],
    ['her heart doctor passed away, she has high blood pressure 02903', /^heart doctor/],
    ['our eye doctor moved away and my wife is diabetic. 02903', /^eye doctor/],
    ['the foot doctor quit and grandpa has bad circulation 02903', /^foot doctor/],
    ['el cardiólogo de mi papá se jubiló y él es diabético, 02903', /^cardiologo/],
    ['my cardiologist retired, I need a dermatologist in 02903', /dermatologist$/],
    ['my doctor retired and my knee hurts 02903', /knee hurts$/],
    ['my podiatrist said I need a vascular surgeon, 02903', /vascular surgeon$/],
  ] as const)
    test(`"${text}" searches ${need.source}`, async () =>
      assert.match((await needAfter(text)).text ?? '', need))
})

describe('care that a long sentence requests', () => {
  for (const [text, need] of [
    [
      'Hello there, I am seventy-nine and the nurse told me I need a cataract operation. My niece at the drug store said to try this',
      /^cataract/,
    ],
    ['i just want to talk to someone about birth control without my dad getting a letter', /^birth control$/],
    ['ok then the one that can. adhd, im 40 and only learning this now', /^adhd/],
    ['I want a hearing test but not at one of those stores that sell you gadgets', /^hearing test$/],
    [
      'nursing at a skilled nursing facility, my patient needs nephrology and a wheelchair van',
      /^nephrology/,
    ],
  ] as const)
    test(`"${text}" searches ${need.source}`, async () => {
      const found = await needAfter(text)
      assert.match(found.text ?? '', need)
      assert.equal(found.kind, 'provider')
    })

  for (const text of ['need like a doctor doctor', 'I need help with my mom', 'I want someone new'])
    test(`"${text}" names no field`, async () =>
      assert.ok(!(await needAfter(`${text}, 02903`)).text?.match(/^(?:like|help|someone|mom)$/)))
})

describe('words about a plan or a wait are no care', () => {
  for (const text of [
    'dual eligible, CT Medicaid and original Medicare',
    'he is dual eligible, straight Medicare',
    'traditional Medicare and RI Medicaid',
  ])
    test(`"${text}" keeps the kind`, async () =>
      assert.equal((await needAfter('kidney doctor near 02903', text)).text, 'kidney doctor'))

  for (const text of [
    'was on hold all morning and now you want my zip',
    'i have called six offices and none of them picks up',
    'llevo dos horas llamando y usted me pide mi código',
  ])
    test(`"${text}" is a complaint`, async () => {
      const { answer, text: need } = await needAfter(text)
      assert.equal(need, null)
      assert.match(answer.text, /sorry|siento|Lamento/i)
      assert.match(
        (await needAfter(text, '02903', 'a tooth broke, no insurance no money')).text ?? '',
        /tooth/,
      )
    })
})
