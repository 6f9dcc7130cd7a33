import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const small = await openSmallAssistant()
after(() => small[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answers = await converse(small.assistant, texts)
  return { context: parseContext(answers.at(-1)!.context) }
}

const listed = 'dermatologist near 02903'

describe('a correction names the care that is sought', () => {
  for (const [text, need] of [
    ['no i meant physical therapy sorry', /physical therapy/],
    ['sorry, I mean a podiatrist', /podiatrist/],
    ['oops i meant the eye doctor for my mom', /eye doctor/],
    ['could he just go to an urgent care instead', /urgent care/],
    ['would a walk in clinic do for this instead', /clinic/],
    ['perdón, quise decir podólogo', /podologo/],
    ['me refería a un dentista', /dentista/],
    ['wait i meant cardiologist not that', /cardiologist/],
  ] as const)
    test(text, async () => assert.match((await last(listed, 'skip', text)).context.need?.text ?? '', need))
})

describe('a follow-up that only mentions care keeps the kind of care', () => {
  for (const text of [
    'any of them taking new people rn',
    'my old podiatrist always ran late, do these',
    'is that a PA or a real doctor',
    'my sister had her knee replaced there and hated it',
    'could i do it over video with one of those, my therapist does that',
    'mi cardiólogo siempre se tarda, estos son puntuales?',
    'I work as an EMT so only evenings',
    'do they also do what my endocrinologist did, the blood test first',
    'my eye docotr moved to Florida last year, sad',
    'is that a docter or a nurse',
  ])
    test(text, async () =>
      assert.match((await last(listed, 'skip', text)).context.need?.text ?? '', /dermatologist/),
    )
})

describe('a follow-up that asks for care replaces the kind of care', () => {
  for (const [text, need] of [
    ['ok and now a podiatrist for my husband', /podiatrist/],
    ['no, not a skin thing. I need someone for my knee', /knee/],
    ['y también necesito un dentista para mi hijo', /dentista/],
    ['actually my wife would like to see a cardiolgist instead', /cardiologist/],
    ['agora preciso de um cardiologista', /cardiolog/],
    ['thanks. my wife needs physical therapy for her shoulder', /physical therapy|shoulder/],
  ] as const)
    test(text, async () => assert.match((await last(listed, 'skip', text)).context.need?.text ?? '', need))
})

describe('the first request is for what the message seeks', () => {
  for (const [text, need, mentioned] of [
    ['my cardiologist moved away years ago, now I need a foot doctor in Warwick', /foot doctor/, /cardio/],
    ['had two stents last year and rehab after. looking for a dentist in Cranston', /dentist/, /stent|rehab/],
    [
      'I had a hip replaced in May and my dermatologist closed her office, so I need a new one, Warwick',
      /dermatologist/,
      /hip/,
    ],
    ['my mom is a nurse and she says see an eye doctor, 02903', /eye doctor/, /nurse/],
    ['Busco pediatra en Pawtucket, el dentista ya lo vio el mes pasado', /pediatra/, /dentista/],
  ] as const)
    test(text, async () => {
      const found = (await last(text)).context.need?.text ?? ''
      assert.match(found, need)
      assert.doesNotMatch(found, mentioned)
    })
})

describe('a place that is only mentioned or refused is not searched', () => {
  for (const [text, label] of [
    ["dentist please, nothing up in Providence, I don't drive there. Warwick I can do", 'Warwick, RI'],
    ['I work in Boston but live in Pawtucket, need an eye doctor', 'Pawtucket, RI'],
    ['dentista en Cranston, a Providence no puedo ir', 'Cranston, RI'],
    ['I had my surgery in Worcester, now I need physical therapy in Bristol RI', 'Bristol, RI'],
  ] as const)
    test(text, async () => assert.equal((await last(text)).context.place?.label, label))

  test('a town that is refused later leaves the place of the search', async () =>
    assert.equal(
      (
        await last(
          'dentist in Warwick RI',
          'skip',
          'I need a podiatrist too. Not in Providence, the parking is terrible',
        )
      ).context.place?.label,
      'Warwick, RI',
    ))

  test('the only place of a conversation is searched, however it is mentioned', async () =>
    assert.equal(
      (await last('dentist, we moved away from Newport RI last week')).context.place?.label,
      'Newport, RI',
    ))
})
