/** Plain follow-ups to a list, names after the question which person is meant, and towns that the user adds. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

interface Known {
  readonly need: { readonly text: string } | null
  readonly place: { readonly label: string } | null
  readonly otherPlaces: readonly { readonly label: string }[]
  readonly facts: readonly string[]
}

async function say(...texts: readonly string[]) {
  const { answer } = (await runMessages(texts, directory)).turns.at(-1)!
  return { answer, text: answer.text, context: answer.context as Known }
}

describe('a follow-up is answered', () => {
  for (const [search, text, fact] of [
    ['dentist in Providence, RI', 'can you give me the list with phone numbers', 'phone'],
    ['dentist in Providence, RI', 'phone numbers please', 'phone'],
    ['dentist in Providence, RI', 'send me all the numbers', 'phone'],
    ['dentista en Providence, RI', 'deme los teléfonos', 'phone'],
    ['dentista en Providence, RI', 'los teléfonos por favor', 'phone'],
    ['eye doctor in Westerly, RI', 'is that one a surgeon or just the glasses kind', 'field'],
    ['eye doctor in Westerly, RI', 'is this one a doctor or an optician', 'field'],
    [
      'cardiologist in Providence, RI',
      'which are at a hospital and which are private offices',
      'cannot_operator',
    ],
    ['cardiologist in Providence, RI', 'is he in a hospital or his own practice', 'cannot_operator'],
    ['ENT in Warwick, RI', 'any w/ appts < 2 wks?', 'cannot_appointment_at_short_notice'],
    ['ENT in Warwick, RI', 'any appointments within 10 days', 'cannot_appointment_at_short_notice'],
    ['ENT in Warwick, RI', 'who can look at it this week', 'cannot_appointment_at_short_notice'],
    ['orthopedist in Cranston, RI', 'knee', 'remark'],
    ['orthopedist in Cranston, RI', 'my left shoulder', 'remark'],
    ['urgent care in Providence, RI', 'a cut on my hand, not deep', 'remark'],
    ['addiction doctor in Providence, RI', 'outpatient, with methadone or Suboxone', 'cannot_offers'],
  ] as const)
    test(text, async () => {
      const { context, text: reply } = await say(search, 'skip', text)
      assert.ok(context.facts.includes(fact), reply)
    })
  test('phone numbers and languages together are those of the list', async () => {
    const { answer, text } = await say(
      'dentist in Providence, RI',
      'skip',
      'the list with phone numbers, and which ones speak Spanish or French',
    )
    assert.equal(answer.cards.length, 5)
    assert.match(text, /Spanish[\s\S]*\(401\)/)
  })
  test('"fine. the closest one" puts the nearest first', async () => {
    const { answer } = await say('orthopedist in Cranston, RI', 'skip', 'fine. the closest one')
    assert.equal(answer.cards[0]!.distance_miles, 0)
  })
  test('"cards first" is cardiology, and "pt" before a verb is the patient', async () => {
    const { context } = await say(
      'needs cardiac rehab or cards f/u, Cranston, RI',
      'cards first pls',
      "any of these w/ telehealth? pt doesn't drive",
    )
    assert.match(context.need!.text, /cardiology/)
  })
})

describe('a name after the question which person is meant is that of a person', () => {
  for (const text of [
    'Maria Silva, family medicine, East Providence, RI',
    'it is Maria Silva',
    'do you have Maria Silva?',
    'Maria Silva, in family practice',
  ])
    test(text, async () => {
      const { answer } = await say('Can you tell me if Dr. Silva takes Aetna?', text)
      assert.ok(
        answer.cards.every(({ name }) => name?.startsWith('Maria Silva')),
        answer.text,
      )
    })
  test('then other clinicians with a language are a new list', async () => {
    const { context, text } = await say(
      'Can you tell me if Dr. Silva takes Aetna?',
      'Maria Silva, family medicine, East Providence, RI',
      'none of those are her. Who else there takes Aetna and speaks Portuguese?',
    )
    assert.ok(context.facts.includes('met_language'), text)
    assert.match(text, /no list of Aetna/)
  })
})

describe('a town that the user could also go to is searched beside the first one', () => {
  for (const text of [
    'Tiverton, RI. I could also cross to Fall River',
    'Warwick. We can drive to Cranston',
    'Bristol, but i could even go to Newport',
    'Lincoln. She might also get to Woonsocket',
  ])
    test(text, async () => {
      const { context } = await say('rheumatologist', text)
      assert.equal(context.otherPlaces.length, 1)
      assert.equal(text.startsWith(context.place!.label.split(',')[0]!), true)
    })
})

describe('no distance is measured in a whole state', () => {
  for (const text of [
    'only Rhode Island then, wherever is closest',
    'any town in Rhode Island, whichever is closest',
  ])
    test(text, async () => {
      const { answer } = await say('rheumatologist in Tiverton, RI', 'skip', text)
      assert.match(answer.text, /middle of Rhode Island/)
      assert.ok(answer.cards.every((card) => card.distance_miles === undefined))
    })
  test('a list without a wish for the nearest', async () => {
    const { answer } = await say('dentist in Rhode Island')
    assert.doesNotMatch(answer.text, /mi away/)
    assert.ok(answer.cards.every((card) => card.distance_miles === undefined))
  })
})

describe('another clinician of the same kind is one of the next list', () => {
  for (const [search, text] of [
    ['allergist in Providence, RI', 'do you have other allergists'],
    ['allergist in Providence, RI', 'is there another allergist near there'],
    ['cardiologist in Providence, RI', 'show me a different cardiologist'],
    ['cardiólogo en Providence, RI', 'otro cardiólogo'],
  ] as const)
    test(text, async () => {
      const { answer } = await say(search, 'skip', text)
      const before = await say(search)
      const known = new Set(before.answer.cards.map(({ name }) => name))
      assert.ok(answer.cards.length > 0 && !answer.cards.some(({ name }) => known.has(name)), answer.text)
    })
  test('but not elsewhere, or of another kind', async () => {
    for (const text of ['another allergist in Warwick', 'another doctor, a pulmonologist'])
      assert.doesNotMatch((await say('allergist in Providence, RI', 'skip', text)).text, / more /)
  })
})
