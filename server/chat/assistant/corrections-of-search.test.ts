/** A new request or a correction is searched, and a search without a match says what it left out. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { readOfficeTime } from './read-office-time.ts'
import { readSpelledName } from './read-spelled-name.ts'
import { isAgeOnly } from './read-wishes.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

function spelledName(text: string, context: Parameters<typeof readSpelledName>[1]): string | undefined {
  return readSpelledName(text, context, () => true)?.person.label
}

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

const listed = 'heart doctor near 02903'

describe('care for another person replaces the need', () => {
  for (const [text, need] of [
    ['also my aunt shes 66 needs someone for her arthritis, same insurance', /arthritis/],
    ['and my grandpa needs a doctor for parkinsons', /parkinson/],
    ['my brother is looking for someone to help with his asthma', /asthma/],
    ['mi mamá necesita alguien para su diabetes', /diabetes/],
  ] as const)
    test(text, async () => assert.match((await last(listed, 'skip', text)).context.need?.text ?? '', need))
})

describe('the person of a field is its clinician', () => {
  for (const [text, need] of [
    ['ok now the ortho knee person same area', /ortho knee doctor/],
    ['and the skin people', /skin doctor/],
    ['the ear drs', /ear doctors/],
  ] as const)
    test(text, async () => assert.match((await last(listed, 'skip', text)).context.need?.text ?? '', need))
})

test('a service is searched beside the wish for visits at home, and the answer says what is not stated', async () => {
  const { answer, context } = await last(
    listed,
    'skip',
    'she needs speech therapy and someone who can come to the house',
  )
  assert.match(context.need?.text ?? '', /speech therapy/)
  assert.match(answer.text, /home visits/)
})

describe('a name that the user spells is searched', () => {
  const about = {
    shown: { records: [], nextOffset: null, farthestMiles: null },
    facts: ['record'],
    person: null,
    asked: null,
  }
  for (const [text, name] of [
    ['not her, its spelled acosta', 'Acosta'],
    ['maybe it is spelled like Nuyen', 'Nuyen'],
    ['el apellido es Olivera', 'Olivera'],
  ] as const)
    test(text, () => assert.equal(spelledName(text, about)?.toLowerCase(), name.toLowerCase()))
  test('of two spellings, the one that was not found yet', () => {
    const shown = { ...about.shown, records: [{ kind: 'provider', id: '1', name: 'Ana Silva, MD' } as const] }
    assert.match(spelledName('spelled Silva or Sylvia', { ...about, shown }) ?? '', /^sylvia$/i)
  })
  test('without a record before, it is none', () =>
    assert.equal(spelledName('its spelled acosta', { ...about, facts: [] }), undefined))
})

describe('a named hospital that the directory does not have is said to be missing, without a list of others', () => {
  for (const [text, name] of [
    ['phone number of Butler Hospital', 'Butler Hospital'],
    ['whats the address of the miriam hospital please', 'Miriam Hospital'],
    ['give me the number for westerly hospital', 'Westerly Hospital'],
    ['número de teléfono del hospital saint anne', 'Hospital Saint Anne'],
  ] as const)
    test(text, async () => {
      const { answer } = await last(text)
      assert.deepEqual(answer.cards, [])
      assert.match(answer.text, new RegExp(`“${name}”`))
    })
  for (const text of [
    'hospital near 02903',
    'number of the nearest hospital in 02903',
    'a good hospital near 02903',
  ])
    test(`"${text}" names none`, async () => assert.doesNotMatch((await last(text)).answer.text, /“/))
})

describe('times of the day', () => {
  for (const [text, from, to] of [
    ['before 7', '00:00', '07:00'],
    ['open by 6:30', '00:00', '06:30'],
    ['after 5 pm', '17:00', '24:00'],
    ['past 4', '16:00', '24:00'],
    ['at 6am', '06:00', '06:59'],
    ['antes de las 8', '00:00', '08:00'],
  ] as const)
    test(text, () => assert.deepEqual(readOfficeTime(text), { days: [], from, to }))
  for (const text of ['after 3 weeks', 'within 5 miles', 'he is 7', 'since 2 months', 'from 02903'])
    test(`none in "${text}"`, () => assert.equal(readOfficeTime(text), null))
})

describe('an age after a list', () => {
  for (const text of ['hes 3 if that matters', 'she just turned 2, does that matter', 'he is 9, is that ok'])
    test(text, async () => {
      assert.ok(isAgeOnly(text))
      const { answer } = await last(listed, 'skip', text)
      assert.match(answer.text, /which ages/)
    })
})

describe('a child as the patient of clinicians who are in no field of children', () => {
  for (const texts of [
    [listed, 'skip', "it's for my son, he's 10"],
    ['heart doctor for a 6 year old near 02903'],
    ['heart doctor for my teenager near 02903'],
    ['cardiólogo para mi hija de 8 años cerca de 02903'],
  ])
    test(texts.join(' | '), async () => {
      const { answer } = await last(...texts)
      assert.match(answer.text, /which ages|qué edades/)
    })

  test('not an adult', async () => {
    const { answer } = await last('heart doctor for my dad near 02903')
    assert.doesNotMatch(answer.text, /which ages/)
  })
})

describe('nearer ones than the nearest', () => {
  for (const text of [
    'nothing nearer?',
    'which ones closest',
    'is there any closer to me',
    '¿hay otro más cerca?',
  ])
    test(text, async () => {
      const { answer } = await last(listed, 'skip', text)
      assert.ok(answer.facts.includes('already_nearest'), answer.facts.join())
      assert.ok(!answer.suggestions.includes('Closer'))
    })
})

test('a message that matches nothing keeps the care before it, and says so', async () => {
  const { answer, context } = await last(listed, 'skip', 'how about clinical genetics')
  assert.ok(answer.facts.includes('without_need'), answer.text)
  assert.equal(context.need?.text, 'heart doctor')
})
