/** A question about any of the listed records keeps the kind of care, and one about a field before a search keeps this field. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  const { need, place } = parseContext(answer.context)
  return { need: need?.text ?? '', place: place?.label ?? null, facts: answer.facts }
}

describe('a question about any of the list', () => {
  for (const text of [
    'do any give flu shots',
    'do any of them do stress tests?',
    'any of those see kids',
    'would any of these treat dizziness',
    'ok and can any handle diabetes too',
    '¿alguno pone vacunas?',
    'alguno de ellos atiende migrañas?',
    'any one of them offer acupuncture',
  ])
    test(text, async () => {
      const { need, facts } = await say('cardiologist near 02903', 'skip', text)
      assert.match(need, /^cardiologist$/)
      assert.deepEqual(facts, ['not_stated'])
    })
})

describe('a search for other care after a list', () => {
  for (const [text, need] of [
    ['do you have any podiatrists', /podiatrist/],
    ['do any have a pediatric dentist', /dentist/],
    ['any dermatologist there', /dermatologist/],
    ['now a podiatrist', /podiatrist/],
    ['y un dentista?', /dentista/],
    ['I need a flu shot, pharmacy please', /pharmacy|flu/],
    ['can you find any dermatologist near Warwick', /dermatologist/],
    ['hay algún podólogo', /podologo/],
  ] as const)
    test(text, async () => assert.match((await say('cardiologist near 02903', 'skip', text)).need, need))
})

describe('a question about a field before the place', () => {
  for (const [question, field] of [
    ['Do I need a referral to see a rheumatologist if I have an HMO?', /rheumatologist/],
    ['does a podiatrist need an authorization if we have a PPO', /podiatrist/],
    ['do I need a referral for a dermatologist', /dermatologist/],
    ['would I need a referral to see a cardiologist? we have an HMO', /cardiologist/],
    ['can I see a cardiologist without a referral? we have an HMO', /cardiologist/],
    ['is it possible to see an allergist without a referral, ours is a PPO', /allergist/],
    ['could he go to a neurologist without a referral? It is an EPO', /neurologist/],
    ['¿puedo ver a un cardiólogo sin referido? tenemos un HMO', /cardiologo/],
    ['¿necesito una orden para ver a un dermatólogo si tengo un HMO?', /dermatologo/],
    ['is a referral needed for an orthopedist? I have an EPO plan', /orthopedist/],
    ['will my PPO want a referral before I see a neurologist', /neurologist/],
    ['do I need preauthorization for a gynecologist', /gynecologist/],
  ] as const)
    test(question, async () => {
      const { need, place } = await say(question, 'ok, who is there around Warwick RI')
      assert.match(need, field)
      assert.equal(place, 'Warwick, RI')
    })
})

describe('why the list has its order', () => {
  for (const text of [
    'why is that one at the top?',
    'why is she at the top',
    'how do you rank these? does anyone pay you',
    'why this order',
    '¿por qué ese primero?',
  ])
    test(text, async () =>
      assert.ok((await say('cardiologist near 02903', 'skip', text)).facts.includes('order')),
    )
})

test('an NPI is in the answer, also beside a fax number', async () => {
  for (const text of ["what's her npi", 'the NPI and fax of number one', 'el NPI de la primera']) {
    const answer = (await converse(directory.assistant, ['cardiologist near 02903', 'skip', text])).at(-1)!
    assert.match(answer.text, /NPI: \d{10}/)
  }
})

for (const text of ['cardiologist near 02903 open right now?', 'open cardiologist right now near 02903'])
  test(`"${text}" is answered with the hours`, async () => {
    const { facts, need } = await say(text)
    assert.ok(facts.includes('hours'), facts.join())
    assert.match(need, /^cardiologist/)
  })

describe('the registered field of each record follows the question for a profession', () => {
  for (const text of [
    'are any of them midwives',
    'are they all optometrists?',
    'is any of them a nurse practitioner',
    'are these all dentists',
    'is any of them an audiologist',
  ])
    test(text, async () => {
      const { need, facts } = await say('cardiologist near 02903', 'skip', text)
      assert.deepEqual([need, facts], ['cardiologist', ['field']])
    })
})

describe('the address follows', () => {
  for (const text of ['and where exactly is it', 'where is she exactly', 'whereabouts is that'])
    test(text, async () => {
      const { facts } = await say('cardiologist near 02903', 'skip', text)
      assert.ok(facts.includes('address'), facts.join())
    })
})
