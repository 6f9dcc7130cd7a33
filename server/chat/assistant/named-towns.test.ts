/** Which town a message names, in lower case, abbreviated or misspelled. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  const { place, need } = parseContext(answer.context)
  return { answer, place: place?.label ?? null, need: need?.text ?? null }
}

describe('a town in a first message', () => {
  for (const [text, place] of [
    ['heart doctor n kingstown asap', 'North Kingstown, RI'],
    ['my knee is swollen, need an orthopedist in the morning east prov please', 'East Providence, RI'],
    ['dermatologist w. warwick', 'West Warwick, RI'],
    ['necesito un dentista para mi hija central falls', 'Central Falls, RI'],
    ['We are moving to Warwick in November and need a pediatrician', 'Warwick, RI'],
    ['cardiologist in Cranston or anywhere nearby', 'Cranston, RI'],
    ["heart doctor for my dad, he's in Lincoln", 'Lincoln, RI'],
    ["trying to find a heart doctor for my uncle, he's in Woonsocket", 'Woonsocket, RI'],
    ["dentist for my mother, she's living in Newport", 'Newport, RI'],
    ['busco cardiólogo para mi tío, está en Woonsocket', 'Woonsocket, RI'],
  ] as const)
    test(`"${text}" is ${place}`, async () => assert.equal((await last(text)).place, place))

  for (const text of ['can i just walk in tmrw', 'a dentist tmr', 'urgent care 2nite'])
    test(`"${text}" names none`, async () => {
      const { answer } = await last(text)
      assert.doesNotMatch(answer.text, /I do not know the place/)
    })
})

describe('a state beside one that is refused completes the town', () => {
  for (const [text, place] of [
    ['ct not mass sorry', 'Milford, CT'],
    ['not maine, connecticut', 'Milford, CT'],
    ['oops its NH not MA', 'Milford, NH'],
    ['no connecticut, michigan', 'Milford, MI'],
    ['connecticut perdón', 'Milford, CT'],
  ] as const)
    test(text, async () => assert.equal((await last('chiropractor in milford', text)).place, place))
})

test('an illness of a person is no place', async () =>
  assert.equal((await last("heart doctor, my dad is sick, he's in pain")).place, null))

describe('a town as the answer to the question for the place', () => {
  for (const [text, place] of [
    ['cranston i guess', 'Cranston, RI'],
    ['somewhere around warwick or so, video is fine too', 'Warwick, RI'],
    ['the pawtucket area, mornings', 'Pawtucket, RI'],
    ['provdence', 'Providence, RI'],
    ['e greenwich', 'East Greenwich, RI'],
    ['she has medicare and we live over by north providence', 'North Providence, RI'],
  ] as const)
    test(`"${text}" is ${place}`, async () => assert.equal((await last('heart doctor', text)).place, place))

  test('also answers the question for the insurance', async () => {
    const answers = await converse(directory.assistant, ['heart doctor', 'skip', 'cranston i think'])
    const { place, payer } = parseContext(answers.at(-1)!.context)
    assert.deepEqual([place?.label, payer], ['Cranston, RI', null])
  })
})

describe('the question for the place', () => {
  test('says on the second time what the conversation has', async () => {
    const { answer } = await last('heart doctor', 'someone who speaks portuguese please')
    assert.match(answer.text, /I have noted: heart doctor; Portuguese\. What is missing is the place/)
    assert.equal(answer.asked, 'place')
  })

  test('is not asked a third time', async () => {
    const { answer, need } = await last('heart doctor', 'she is shy', 'we have aetna')
    assert.notEqual(answer.asked, 'place')
    assert.equal(need, 'heart doctor')
    assert.ok(answer.cards.length > 0, answer.text)
  })
})

describe('a town before the clinician, in lower case', () => {
  for (const [text, place] of [
    ['warwick neurologist please', 'Warwick, RI'],
    ['need a north kingstown podiatrist', 'North Kingstown, RI'],
    ['looking for a cranston pediatrician, he is 3', 'Cranston, RI'],
    ['busco un pawtucket dentista', 'Pawtucket, RI'],
  ] as const)
    test(`"${text}" is ${place}`, async () => assert.equal((await last(text)).place, place))

  for (const text of [
    'reading specialist',
    'sleep specialist',
    'family dentist',
    'best dermatologist',
    'new therapist',
  ])
    test(`"${text}" names none`, async () => assert.equal((await last(text)).place, null))
})

describe('the state of the search again', () => {
  for (const text of [
    'sorry, the town in Rhode Island',
    'the rhode island one',
    'I mean the one in RI',
    'no, the Warwick in Rhode Island',
    'el de Rhode Island',
    'the Rhode Island one not the Connecticut one',
    'el de Rhode Island, no el de Connecticut',
  ])
    test(text, async () => {
      const { answer, place } = await last('heart doctor in Warwick', 'skip', text)
      assert.deepEqual([answer.facts, place], [['same_place'], 'Warwick, RI'])
    })

  for (const text of ['anywhere in Rhode Island', 'the one in Connecticut', 'Rhode Island'])
    test(`not "${text}"`, async () =>
      assert.ok(!(await last('heart doctor in Warwick', 'skip', text)).answer.facts.includes('same_place')))
})
