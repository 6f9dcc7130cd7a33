/** Of several needs in one message, the assistant answers the first and offers the others. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function ask(text: string) {
  const answer = (await converse(directory.assistant, [text, 'skip'])).at(0)!
  return { answer, need: parseContext(answer.context).need?.text }
}

for (const [text, need, other] of [
  [
    'I need a cardiologist for my husband and a mammogram for me near 02903',
    /cardiologist for my husband$/,
    'mammogram',
  ],
  [
    'a cardiologist for me and an eye doctor for my son near 02903',
    /cardiologist(?: for me)?$/,
    'eye doctor',
  ],
  ['cardiologist and eye exam near 02903', /cardiologist$/, 'eye exam'],
  ['need a podiatrist and a doctor to look at his eyes near 02903', /podiatrist$/, 'eyes'],
  [
    'looking for a dialysis center, a podiatrist and someone for her lungs near 02903',
    /dialysis/,
    'podiatrist, lungs',
  ],
  ['my aunt needs primary care, heart, kidneys and skin. 02903', /primary care/, 'heart, kidneys, skin'],
  ['I need a dentist, a podiatrist and someone for my lungs near 02903', /dentist/, 'podiatrist, lungs'],
  ['I need both a dentist and nutrition help near 02903', /dentist/, 'nutrition help'],
  [
    'need a community health center near 02903 without insurance, plus a podiatrist',
    /community health center/,
    'podiatrist',
  ],
  ['prenatal care for the mom and a dentist for the kids, 02903', /prenatal care/, 'dentist'],
  ['I would like a podiatrist and maybe a nursing home near 02903', /podiatrist/, 'nursing home'],
  ['chiropractor or physical therapist near 02903', /chiropractor/, 'physical therapist'],
  ['what my friends need: prenatal for her, and a podiatrist for him. 02903', /prenatal/, 'podiatrist'],
  ['pharmacy and urgent care near 02903', /pharmacy/, 'urgent care'],
  ['médico de cabecera en 02903 y un dentista', /medico de cabecera/, 'dentista'],
  ['necesito un podólogo y también una farmacia cerca de 02903', /podologo/, 'farmacia'],
  ['Is there a podiatrist near 02903, and some kind of adult day center?', /podiatrist$/, 'adult day center'],
  ['need a cardiologist and cardiac rehab near 02903', /cardiologist$/, 'cardiac rehab'],
  ['does anyone near 02903 do counseling and dental?', /counseling$/, 'dental'],
  ['busco doctor de los ojos y también de los pies, 02903', /doctor de los ojos$/, 'doctor de los pies'],
  ['we want a pediatrician and behavioral health near 02903', /pediatrician$/, 'behavioral health'],
] as const)
  test(`"${text}" offers ${other}`, async () => {
    const { answer, need: found } = await ask(text)
    assert.match(found ?? '', need)
    assert.match(answer.text, new RegExp(`(?:Ask me next for|Después pídame): ${other}`))
  })

describe('a message with one need offers no other', () => {
  for (const text of [
    'a cardiologist for my wife and me near 02903',
    'I need a pediatrician, taking new patients and open late near 02903',
    'need a doctor for diabetes, high blood pressure and gout near 02903',
    'he needs a cardiologist, he smokes and is 80, near 02903',
    'looking for a pediatrician, my son has asthma and eczema. 02903',
    'need someone to check my wrist, jammed it at volleyball and it still clicks. near 02903',
    'I need a doctor for my elbow, banged it on a door, it swells. 02903',
    'looking for an eye doctor, poked my eye and it burns. 02903',
    'he needs a dentist, his gums bleed, near 02903',
    'need a podiatrist, my heel hurts and burns, near 02903',
    'need a counselor, cant sleep, near 02903',
    'doctor or nurse practitioner near 02903',
    'is it a dermatologist or an allergist for hives near 02903?',
    'asthma and allergies near 02903',
    'a dermatologist near 02903 who takes Medicare and speaks Spanish',
    'busco un dentista, me sangran las encías, cerca de 02903',
    'necesito un dermatólogo, me pica la piel, cerca de 02903',
  ])
    test(text, async () => assert.doesNotMatch((await ask(text)).answer.text, /Ask me next/))
})

describe('the other need goes on', () => {
  test('after the question for the place', async () => {
    const answers = await converse(directory.assistant, ['a podiatrist and a dentist please', 'Providence'])
    for (const { text } of answers) assert.match(text, /Ask me next for: dentist/)
  })

  for (const text of ['both please', 'show both of them', 'I want both of them', 'los dos por favor'])
    test(text, async () => {
      const answers = await converse(directory.assistant, [
        'I need a podiatrist and also a cardiologist near 02903',
        'skip',
        text,
      ])
      assert.equal(parseContext(answers.at(-1)!.context).need?.text, 'cardiologist')
    })
})

test('the kind of clinician that is named first is that of the list', async () => {
  const { answer } = await ask('my friends need prenatal for her, and a podiatrist for him')
  assert.doesNotMatch(answer.text, /find a podiatrist/)
  assert.match(answer.text, /Ask me next for: podiatrist/)
})

describe('a further need after a long introduction or in short words is named', () => {
  for (const [text, other] of [
    ['I need a new primary care doctor near 02903 and I also need a doctor for my hearing', /hearing doctor/],
    [
      'Sorry for the long text, my mother in law moved in with us, we need a geriatrician near 02903 and she also needs her feet looked at',
      /feet doctor/,
    ],
    ['I would like a dentist near 02903, and my wife needs someone for her eyes', /eyes doctor|eyes/],
    ['need ortho and PT near 02903', /next for: pt/],
    ['looking for derm and an allergist near 02903', /allergist/],
  ] as const)
    test(text, async () => assert.match((await converse(directory.assistant, [text]))[0]!.text, other))
})

test('a clinician who has suggested the care is no further need', async () => {
  for (const text of [
    'counselor for my teen near 02903, his pediatrician suggested it',
    'physical therapist near 02903, my surgeon recommended it',
  ])
    assert.doesNotMatch((await converse(directory.assistant, [text]))[0]!.text, /Ask me next/)
})

test('"both" lists the fields of a list that has both kinds, and names the other kind of two lists', async () => {
  const texts = ['cardiologist or heart surgeon near 02903', 'skip', 'show me both please']
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  assert.ok(!answer.facts.includes('unclear'), answer.text)
  const other = ['dentist near 02903', 'skip', 'a podiatrist would be fine too, show me both']
  const next = (await converse(directory.assistant, other)).at(-1)!
  assert.match(next.text, /next for: dentist/)
})
