/** Each wish that a message states is applied, or the answer names it as unknown. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

interface Known {
  readonly need: { readonly text: string } | null
  readonly place: { readonly label: string } | null
  readonly gender: string | null
  readonly openNeeds: readonly { readonly text: string }[]
  readonly facts: readonly string[]
}

async function say(...texts: readonly string[]) {
  const { answer } = (await runMessages(texts, directory)).turns.at(-1)!
  return { answer, text: answer.text, context: answer.context as Known }
}

describe('a wish for a woman or a man stays when the same person seeks another clinician', () => {
  for (const [search, wish, next] of [
    ['obgyn in Bristol, RI', 'a woman please', 'actually a midwife would be better'],
    ['psychiatrist in Providence, RI', 'i prefer a woman', 'or a psychologist instead'],
    ['family doctor in Warwick, RI', 'female please', 'what about a gynecologist'],
    ['cardiólogo en Providence, RI', 'prefiero una mujer', 'mejor un internista'],
  ] as const)
    test(next, async () => {
      const { context } = await say(search, wish, next)
      assert.equal(context.gender, 'F')
      assert.ok(context.facts.includes('met_gender'), context.facts.join())
    })
  test('but not for another person', async () => {
    const { context } = await say(
      'gynecologist in Providence, RI',
      'a woman please',
      'and a dentist for my son',
    )
    assert.equal(context.gender, null)
  })
})

describe('a gender at the end of a wish, or before "MD", is that of the clinician', () => {
  for (const [text, gender] of [
    ['someone who does trauma work, female', 'F'],
    ['someone to talk to, female, in Providence, RI', 'F'],
    ['someone who sees teens for OCD, male if possible', 'M'],
    ['alguien que atienda ansiedad, mujer por favor', 'F'],
  ] as const)
    test(text, async () =>
      assert.equal((await say('therapist in Providence, RI', text)).context.gender, gender),
    )
  for (const [text, gender] of [
    ['dermatologist 02903, pref female MD', 'F'],
    ['need a urologist in Warwick, RI, prefer male MD', 'M'],
    ['a female MD for primary care, Cranston, RI', 'F'],
  ] as const)
    test(text, async () => {
      const { context } = await say(text)
      assert.equal(context.gender, gender)
      assert.equal(context.openNeeds.length, 1)
    })
})

describe('a gender beside an age is that of the patient', () => {
  for (const text of ['Adult, 52, male', '44, female, no english', 'adult male, 30s', 'she is 61, female'])
    test(text, async () =>
      assert.equal((await say('gastroenterologist in Pawtucket, RI', text)).context.gender, null),
    )
  for (const text of ['primary care in Cranston, RI, trans man, 24', 'dentist in Warwick, RI, adult woman'])
    test(text, async () => {
      const { context } = await say(text)
      assert.deepEqual([context.gender, context.openNeeds.length], [null, 1])
    })
})

describe('a skill that no registry lists is named as unknown', () => {
  for (const text of [
    'someone who does eating disorders specifically',
    'someone who treats hoarding',
    'alguien que trate el duelo',
    "why that one? it doesn't say eating disorders",
    'they dont mention trauma',
  ])
    test(text, async () => {
      const { context, text: reply } = await say('therapist in Providence, RI', 'skip', text)
      assert.ok(context.facts.includes('cannot_basis'), reply)
    })
})

describe('a special unit is named as unknown', () => {
  for (const text of [
    'she needs a locked unit',
    'one with a memory care wing',
    'he wanders, so a secure floor',
    'con una unidad de demencia',
  ])
    test(text, async () => {
      const { context, text: reply } = await say('nursing home in Providence, RI', text)
      assert.ok(context.facts.includes('cannot_special_unit'), reply)
    })
})

test('a plan without a list is named again when the message names it again', async () => {
  const { text } = await say('family doctor in Providence, RI', 'Aetna', 'who else takes Aetna')
  assert.match(text, /no list of Aetna/)
})

describe('a second kind of care is named for the next message', () => {
  for (const [text, other] of [
    ['speech therapist in Newport, RI and also an audiologist, same place or not', /audiologist/],
    ['Kidney doctor in Providence, RI. Dialysis too.', /dialysis/],
    ['A dentist in Warwick, RI. An eye exam as well.', /eye exam/],
    ['podiatrist in Providence, RI and a dietitian, together or not', /dietitian/],
  ] as const)
    test(text, async () => assert.match((await say(text)).text, other))
  test('"both" before the place keeps the first kind', async () => {
    const { text, context } = await say('Kidney doctor. Dialysis too.', 'both', '02904')
    assert.equal(context.need?.text, 'kidney doctor')
    assert.match(text, /next for: dialysis/)
  })
})

describe('a wish that only clinicians can meet is named beside a list of places', () => {
  for (const [search, text] of [
    ['physical therapy place in Cranston, RI', 'a woman if possible'],
    ['urgent care in Providence, RI', 'a man please'],
    ['imaging center in Warwick, RI', 'female please'],
    ['laboratorio en Providence, RI', 'que sea mujer'],
  ] as const)
    test(text, async () => {
      const { context, text: reply } = await say(search, text)
      assert.ok(context.facts.includes('wishes_not_for_places'), reply)
    })
})
