/** A message about the last answer: one of its records, the other one, a similar one, or what the user has said before. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { small } from '../../small-directory.fixture.ts'
import { converse, createTurn, collect, harborPlan, openSmallAssistant } from './assistant.fixture.ts'
import { emptyContext, parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({ more: { carriers: [harborPlan] } })
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

async function last(...texts: readonly string[]) {
  const answer = (await converse(assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

const listed = ['heart doctor near 02903', 'skip'] as const
const marta = { kind: 'provider', id: small.npi, name: 'Marta Oliveira' } as const
const place = { kind: 'location', id: small.uuid, name: 'Harbor' } as const

describe('a record of the list by its field', () => {
  for (const text of [
    'the one who does hearts',
    "no, the one that's a cardiologist",
    'the doctor who treats heart disease',
    'la que es cardióloga',
  ])
    test(`"${text}" is that record`, async () => {
      const { answer } = await last(...listed, text)
      assert.deepEqual(
        answer.cards.map((card) => card.kind === 'provider' && card.npi),
        [small.npi],
      )
      assert.ok(answer.facts.includes('record'), answer.facts.join())
    })

  for (const text of ['the one who does feet', 'the guy who is a dermatologist', 'el que atiende la piel'])
    test(`"${text}" is none of them, and the answer says so`, async () => {
      const { answer, context } = await last(...listed, text)
      assert.deepEqual([answer.facts, answer.cards], [['none_of_field'], []])
      assert.equal(context.need?.text, 'heart doctor')
    })

  for (const text of ['the one who speaks Portuguese', 'the one who takes medicare'])
    test(`is not meant by "${text}"`, async () =>
      assert.ok(!(await last(...listed, text)).answer.facts.includes('none_of_field')))
})

const ask = (text: string, context: object) =>
  collect(assistant.answer(createTurn(text, { context }), new AbortController().signal))

/** Asks about a place of care. */
const askOfPlace = (payer: string | null, text: string) =>
  ask(text, {
    ...emptyContext,
    payer: payer === null ? null : { name: payer, codes: [] },
    shown: { records: [place], nextOffset: null, farthestMiles: null },
    focus: { kind: place.kind, id: place.id },
  })

describe('the other one', () => {
  const shownTwo = {
    ...emptyContext,
    need: { text: 'heart doctor', kind: 'provider', isNamed: false },
    focus: { kind: marta.kind, id: marta.id },
    shown: { records: [place, marta], nextOffset: null, farthestMiles: null },
  } as const

  for (const text of ['and the other one?', 'what about the other', 'y la otra'])
    test(`"${text}" is the second of two`, async () => {
      const { cards, facts } = await ask(text, shownTwo)
      assert.deepEqual([cards.map(({ kind }) => kind), facts], [['location'], ['details', 'record']])
    })

  test('is asked the same question', async () => {
    const { facts } = await ask('and the other one?', { ...shownTwo, facts: ['phone', 'record'] })
    assert.match(facts.join(), /^phone(?:_unknown)?,record$/)
  })

  test('of three is asked for', async () => {
    const records = [place, marta, { ...place, name: 'Bay' }]
    const answer = await ask('and the other one?', { ...shownTwo, shown: { ...shownTwo.shown, records } })
    assert.deepEqual([answer.asked, answer.cards], ['name', []])
  })
})

for (const text of ['someone like her', 'another doctor similar to her', 'alguien como ella'])
  test(`"${text}" does not return her`, async () => {
    const { answer } = await last(`npi ${small.npi}`, text, '02903')
    assert.ok(!answer.cards.some((card) => card.kind === 'provider' && card.npi === small.npi), answer.text)
  })

describe('a person with a field', () => {
  for (const text of ['Dr. Marta Oliveira, the podiatrist', 'find Marta Oliveira the dentist'])
    test(`"${text}" is none of another field`, async () => {
      const { answer } = await last(text)
      assert.deepEqual([answer.facts, answer.cards], [['not_found', 'other_field'], []])
    })

  test('is found in this field', async () =>
    assert.ok((await last('Dr. Marta Oliveira, the cardiologist')).answer.facts.includes('record')))
})

describe('what the service is', () => {
  for (const text of [
    'what insurance do you take',
    'which plans do you guys accept?',
    'do you take zorbocare',
    '¿qué seguros aceptan?',
  ])
    test(`"${text}" before a list`, async () =>
      assert.deepEqual((await last(text)).answer.facts, ['service']))
})

describe('what the user has said', () => {
  for (const text of [
    'what did i tell you my insurance was',
    "what's my plan again",
    'do you remember my zip code',
    'which city did i give you',
    'what were we searching for',
    'which town are we looking in',
    'qué seguro le dije',
  ])
    test(text, async () => {
      const { answer, context } = await last(listed[0], 'zorbocare', text)
      assert.deepEqual([answer.facts, context.payer?.name], [['remembered'], 'Zorbocare'])
      assert.match(answer.text, /heart doctor.*02903.*Zorbocare/)
    })

  test('may be nothing', async () =>
    assert.match((await last('what was my insurance')).answer.text, /insurance: not given/))
})

test('a network that the user has named is asked about', async () => {
  const { answer } = await last(listed[0], 'zorbocare', 'is the first one in that network')
  assert.match(answer.facts.join(), /^verdict_no_listings/)
})

describe('the plan of a place of care', () => {
  test('is not listed, which does not mean out of network', async () => {
    const answer = await askOfPlace(null, 'does it take harbor health plan')
    assert.match(answer.facts.join(), /^verdict_not_listed/)
    assert.match(answer.text, /does not mean/)
  })

  test('has no listing without a list of the payer', async () =>
    assert.match((await askOfPlace('Zorbocare', 'is it in my network')).facts.join(), /^verdict_no_listings/))
})

describe('near work', () => {
  test('is the town of work', async () => {
    const { context } = await last(
      'dentist, i live in westerly ri and work in providence ri, close to my job',
    )
    assert.equal(context.place?.label, 'Providence, RI')
  })

  test('is the town of home in "near home"', async () => {
    const { context } = await last(
      'dentist, i work in providence ri and live in westerly ri, near home please',
    )
    assert.equal(context.place?.label, 'Westerly, RI')
  })

  for (const text of [
    'my job is in providence ri, we live in westerly ri, a dentist near work',
    'vivo en westerly ri y trabajo en providence ri, un dentista cerca de mi trabajo',
    'a dentist by my work, i work in providence ri but live in westerly ri',
  ])
    test(`is that of "${text}"`, async () =>
      assert.equal((await last(text)).context.place?.label, 'Providence, RI'))

  for (const text of ['closer to work', 'cerca de mi trabajo'])
    test(`is asked for if it is not known: "${text}"`, async () =>
      assert.equal((await last(...listed, text)).answer.asked, 'place'))
})

test('a town in the name of a payer is no place', async () => {
  const { context } = await last(listed[0], 'zorbocare', 'change that to united healthcare')
  assert.equal(context.place?.label, '02903')
})

test('a language that the patient does not speak is not that of the answers', async () => {
  const { answer, context } = await last(...listed, "my dad doesn't speak english, only portuguese")
  assert.ok(!answer.facts.includes('language'), answer.text)
  assert.deepEqual([context.languages, context.need?.text], [['pt'], 'heart doctor'])
})

for (const text of ['hospital or doctor?', 'dentist or the er'])
  test(`"${text}" is a question that only a clinician can answer`, async () => {
    const { answer, context } = await last(...listed, text)
    assert.deepEqual([answer.facts, context.need?.text], [['limits', 'cannot_opinion'], 'heart doctor'])
  })

test('the whole list is compared with the plan', async () => {
  const { answer } = await last(listed[0], 'zorbocare', 'does anyone on the list accept it')
  assert.match(answer.facts.join(), /no_listings/)
})

describe('a clinician before "no"', () => {
  for (const text of [
    'forget the podiatrist, i want a cardiologist',
    'olvide al podólogo, busco un cardiólogo',
  ])
    test(`is replaced by "${text}"`, async () => {
      const { context } = await last('podiatrist near 02903', 'skip', text)
      assert.match(context.need?.text ?? '', /cardiolog/)
    })

  test('is excluded for a complaint', async () => {
    const { context } = await last('back pain near 02903', 'skip', 'physical therapist no, real doctor')
    assert.deepEqual([context.need?.text, context.excluded === ''], ['back pain', false])
  })

  test('is replaced', async () => {
    const { context } = await last('chiropractor near 02903', 'skip', 'chiropractor no, orthopedist')
    assert.match(context.need?.text ?? '', /^orthopedist/)
  })
})

test('one clinician is not "the nearest"', async () =>
  assert.doesNotMatch((await last('heart doctor near pawtucket ri')).answer.text, /The nearest/))

test('a card in a Spanish answer has a Spanish specialty', async () => {
  const { answer } = await last('busco cardiólogo en 02903')
  const [card] = answer.cards
  assert.equal(card?.kind === 'provider' && card.specialty, 'Cardiólogo')
})

describe('two questions about one record are both answered', () => {
  for (const [text, facts] of [
    ['does the first one speak Spanish, and what are the hours?', ['hours', 'languages']],
    ['what are her hours, and does she take new patients', ['hours', 'accepting']],
    ['can I have the fax and the npi of the first one', ['fax', 'npi']],
    ['¿la primera habla español? ¿y hasta qué hora atienden?', ['hours', 'languages']],
  ] as const)
    test(text, async () => {
      const { answer } = await last(...listed, text)
      for (const fact of facts)
        assert.ok(
          answer.facts.some((stated) => stated.startsWith(fact) || stated.startsWith('speaks')),
          answer.facts.join(),
        )
    })
})

test('whether a record speaks a language is no wish for the next lists', async () => {
  for (const text of ['does the first one speak portuguese?', '¿la primera habla portugués?']) {
    const { context } = await last(...listed, text, 'which of those is closest to 02906')
    assert.deepEqual(context.languages, [])
  }
})

test('what a record is, is answered with its field', async () => {
  for (const text of ['is the first one an MD or a DO', 'is the first one a hospital', 'is she an MD']) {
    const { answer } = await last(...listed, text)
    assert.match(answer.text, /cardiolog/i)
  }
})

test('more is listed for a larger number, and a complaint about a record is no question about an illness', async () => {
  for (const text of ['show me ten', 'why only 5', 'give me 20 names']) {
    const { answer } = await last(...listed, text)
    assert.deepEqual(answer.facts, ['no_more'])
  }
  const { answer } = await last(...listed, "what's wrong with the first one, no reviews?")
  assert.ok(!answer.facts.includes('cannot_diagnosis') && answer.facts.includes('cannot_rating'))
})

test('a language beside English is still a wish', async () => {
  const text = 'we speak Mandarin, bilingual would be great but English is fine too'
  const { context } = await last(...listed, text)
  assert.ok(context.languages.length > 0, context.languages.join())
})
