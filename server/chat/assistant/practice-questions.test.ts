/** Questions about the training, the hospitals and the video visits of one listed clinician are answered from the card, or no source states it. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { providerCard, small } from '../../small-directory.fixture.ts'
import { collect, converse, createTurn, openSmallAssistant } from './assistant.fixture.ts'
import { emptyContext } from './conversation-context.ts'

const dated = { source: 'clinician_records', as_of: null } as const
const known = {
  ...providerCard(),
  npi: '2000000069',
  name: { ...providerCard().name, first: 'INES', last: 'ROCHA', display: 'Ines Rocha, MD' },
  education_training: [
    { kind: 'medical_school', institution: 'Blackstone Medical College', field: null, year: 2014 },
  ],
  telehealth: { value: 'offered', ...dated },
  affiliations: [{ kind: 'hospital', name: 'Harbor Hospital', ...dated }],
} as const

const directory = await openSmallAssistant({
  more: {
    providers: [
      { ...known, affiliations: [...known.affiliations], education_training: [...known.education_training] },
    ],
  },
})
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

const records = [
  { kind: 'provider', id: known.npi, name: known.name.display },
  { kind: 'provider', id: small.npi, name: 'Marta Oliveira, MD' },
] as const
const context = {
  ...emptyContext,
  need: { text: 'heart doctor', kind: 'provider', isNamed: false },
  shown: { records, nextOffset: null, farthestMiles: null },
} as const

function ask(text: string, more: object) {
  const turn = createTurn(text, { context: { ...context, ...more } })
  return collect(assistant.answer(turn, new AbortController().signal))
}

const questions = {
  training: {
    value: /Blackstone Medical College, 2014/,
    texts: {
      'is the first one board certified': 'is the second one board certified',
      'where did the first one study': 'where did the second one study',
      '¿en qué universidad estudió el primero?': '¿en qué universidad estudió la segunda?',
      'where did the first doctor do her residency': 'what are her credentials',
    },
  },
  affiliations: {
    value: /Harbor Hospital/,
    texts: {
      'what hospital is the first one with': 'what hospital is the second one with',
      'is the first one affiliated with a hospital': 'which hospital does she use',
      'does the first one belong to a group': 'is the second one part of a big hospital',
      '¿en qué hospital opera el primero?': '¿en qué hospital atiende la segunda?',
    },
  },
  telehealth: {
    value: /Ines Rocha, MD (?:offers visits by video|atiende por video)/,
    texts: {
      'does the first one do zoom': 'does the second one do zoom',
      'could i see the first one over the phone': 'does she do virtual visits',
      'la primera atiende por videollamada': 'la segunda da consultas por video',
      'can my dad see the first one virtually': 'can i talk to her by phone',
    },
  },
}

for (const [topic, { value, texts }] of Object.entries(questions))
  describe(topic, () => {
    for (const [text, unknown] of Object.entries(texts)) {
      test(`${text}: what the card has`, async () => {
        const answer = await ask(text, {})
        assert.match(answer.text, value)
        assert.deepEqual(answer.facts.toSorted(), ['record', topic].toSorted())
      })

      test(`${unknown}: no source states it`, async () => {
        const answer = await ask(unknown, { focus: { kind: 'provider', id: small.npi } })
        assert.match(answer.text, /(?:No source states|Ninguna fuente indica).*Marta Oliveira/)
      })
    }
  })

describe('a wish for video visits still searches', () => {
  for (const text of [
    'i want video visits',
    'do any of them do telehealth',
    'someone who can see me by video',
  ])
    test(text, async () => {
      const { context: later } = await ask(text, {})
      assert.equal((later as { telehealth: boolean }).telehealth, true)
    })
})

test('a question about one clinician is no wish for later searches', async () => {
  const { context: later } = await ask('does the second one do video visits', {})
  assert.equal((later as { telehealth: boolean }).telehealth, false)
})

test('of several clinicians, the answer asks for a name', async () => {
  const answer = await ask('are any of these board certified', {})
  assert.deepEqual(answer.facts, ['limits', 'cannot_training'])
})

test('a search with such words stays a search', async () => {
  const [answer] = await converse(assistant, ['board certified cardiologist near 02903'])
  assert.ok(answer!.facts.includes('cards'), answer!.text)
})
