/** A list of another kind of care than the user asks for says so first; without anything like it, the answer says whom to ask. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const { turns } = await runMessages(texts, directory)
  return turns.at(-1)!.answer
}

describe('the first line says that the list has related care, and which', () => {
  for (const [texts, pattern] of [
    [['a vascular surgeon near Newport, RI'], /^No vascular surgeon .*: cardiologist/],
    [['busco un cirujano vascular en Warwick, RI'], /^No encuentro .*: cardiólogo/],
    [
      ['my 3 year old isnt talking yet, daycare wants him checked', 'Meriden, CT'],
      /^No speech-language pathologist .*: pediatrician/,
    ],
    [['i snore and stop breathing at night, 02903', 'is there a hospice near there'], /^No hospice .*: home/],
  ] as const)
    test(texts[0], async () => {
      const { text, cards } = await say(...texts)
      assert.match(text, pattern)
      assert.ok(cards.length > 0)
    })
})

describe('nothing is listed where nothing like it is known', () => {
  for (const text of [
    'acupuncturist near 02903',
    'acupuncture for migraines in Newport, RI',
    'busco acupuntura en Pawtucket, RI',
    'infusion center in Cranston, RI',
  ])
    test(text, async () => {
      const answer = await say(text)
      assert.equal(answer.cards.length, 0)
      assert.match(answer.text, /family doctor can refer you|médico de cabecera puede remitirle/)
    })
})

describe('a list of the care that the user asks for names no other care', () => {
  for (const text of [
    'cardiologist near 02903',
    'family doctor in Westerly, RI',
    'a pcp who takes kids in Warwick, RI',
    'therapist in Providence, RI',
    'dentista en Pawtucket, RI',
    'my knee hurts, Cranston, RI',
    'methadone clinic near 02903',
    'hospital near 02903',
    'where can i buy glasses in Warwick, RI',
  ])
    test(text, async () => {
      const answer = await say(text)
      assert.doesNotMatch(answer.text, /Listed instead|En su lugar|nothing like it|nada parecido/)
      assert.ok(answer.cards.length > 0)
    })
})

for (const text of [
  'any lady doctor among those? id feel more comfortable',
  'i would feel better with a woman doctor',
])
  test(`a wish for a woman keeps the kind of care: "${text}"`, async () => {
    const { cards } = await say('family doctor in Westerly, RI', 'skip', text)
    assert.ok(cards.length > 1)
    for (const card of cards)
      assert.match((card.kind === 'provider' && card.specialty) || '', /family|internist/i)
  })

describe('medicine that is dispensed', () => {
  for (const text of [
    'i need my prescription filled in Providence, RI',
    'where can i pick up my meds in Warwick, RI',
    'need to fill a prescription near 02860',
    'necesito surtir una receta en Pawtucket, RI',
    'somewhere to drop off a script in Newport, RI',
  ])
    test(`"${text}" lists pharmacies`, async () => {
      const { cards } = await say(text)
      assert.ok(cards.length > 0)
      assert.ok(cards.every((card) => card.kind === 'location' && /pharmac/i.test(card.focus ?? '')))
    })

  for (const text of ['can you fill my prescription', 'refill my blood pressure pills'])
    test(`"${text}" is no request to this service`, async () =>
      assert.match((await say(text)).text, /cannot prescribe, refill or send/))
})

describe('nurse practitioners after another clinician are of the same field', () => {
  for (const [clinician, text, specialty] of [
    ['psychiatrist', 'any nurse practitioners who can prescribe?', /psychiatric nurse/i],
    ['pediatrician', 'a nurse practitioner would be ok too', /nurse practitioner in pediatrics/i],
    ['child psychiatrist', 'what about an NP', /psychiatric nurse/i],
    ['cardiologist', 'is there a nurse practitioner', /nurse practitioner/i],
  ] as const)
    test(`${clinician}, "${text}"`, async () => {
      const [card] = (await say(`${clinician} in Providence, RI`, 'skip', text)).cards
      assert.match(card?.kind === 'provider' ? (card.specialty ?? '') : '', specialty)
    })
})

describe('a therapy with a name of its own is no talk therapy', () => {
  for (const [text, specialty] of [
    ["I'm transgender and need hormone therapy, Providence, RI", 'endocrinologist'],
    ['hormone therapy for menopause in Warwick, RI', 'obstetrician'],
    ['light therapy for psoriasis, Warwick, RI', 'dermatologist'],
    ['terapia hormonal en Providence, RI', 'obstetra'],
    ['oxygen therapy, Providence, RI', 'pulmonologist'],
    ['need therapy in Warwick, RI', 'social worker'],
  ] as const)
    test(text, async () => {
      const [card] = (await say(text)).cards
      assert.match(card?.kind === 'provider' ? (card.specialty ?? '') : '', new RegExp(specialty, 'i'))
    })
})

describe('a reason after a clinician narrows the search', () => {
  for (const [texts, need, specialty] of [
    [['therapist', 'for anxiety', '02906'], 'therapist for anxiety', /counselor|psychologist/i],
    [['therapist in Warwick, RI', 'skip', 'for my marriage'], 'therapist for my marriage', /marriage/i],
    [['specialist', 'for migraines', '02903'], 'specialist for migraines', /neurologist/i],
    [['dentist in Warwick, RI', 'skip', 'for a root canal'], 'dentist for a root canal', /dentist/i],
  ] as const)
    test(texts.join(', '), async () => {
      const { cards, context } = await say(...texts)
      assert.equal((context as { need: { text: string } }).need.text, need)
      assert.match(cards[0]?.kind === 'provider' ? (cards[0].specialty ?? '') : '', specialty)
    })
})

describe('what each of two kinds does follows a question between them', () => {
  for (const [texts, kinds] of [
    [
      ['hearing aids for my dad in Warwick, RI', 'skip', 'audiologist or ENT?'],
      /^Audiologist: .*\nOtolaryngologist/,
    ],
    [
      ['knee pain, Warwick, RI', 'skip', 'a physical therapist or a chiropractor?'],
      /^Physical therapist: .*\nChiropractor/,
    ],
    [['a rash on my arm in Newport, RI', 'skip', 'would a family doctor be enough'], /^Family doctor: /],
  ] as const)
    test(texts.at(-1), async () => assert.match((await say(...texts)).text, kinds))
})

test('"what about United" after a plan is another plan', async () => {
  const { text } = await say(
    'pediatric dentist near Cranston, RI that takes Delta Dental',
    'what about United',
  )
  assert.match(text, /no list of United,/)
})
