/** Wishes of a message are applied or named as unknown, and plain words for care find the right clinician. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

interface Known {
  readonly need: { readonly text: string } | null
  readonly place: { readonly label: string } | null
  readonly payer: { readonly name: string } | null
  readonly gender: string | null
  readonly languages: readonly string[]
  readonly patient: readonly string[]
  readonly facts: readonly string[]
}

async function say(...texts: readonly string[]) {
  const { answer } = (await runMessages(texts, directory)).turns.at(-1)!
  const fields = answer.cards.map((card) => (card.kind === 'provider' ? (card.specialty ?? '') : ''))
  return { answer, fields, context: answer.context as Known }
}

describe('a wish for a clinician beside a time of the day starts a new search', () => {
  for (const [text, met] of [
    ['she wants a woman, and after 5pm', 'met_gender'],
    ['a man please, in the evening', 'met_gender'],
    ['someone who speaks Spanish and is open on Saturdays', 'met_language'],
    ['que sea por las tardes y que hable español', 'met_language'],
    ['mornings, and she would like a female one', 'met_gender'],
  ] as const)
    test(text, async () => {
      const { context } = await say('psychologist in Providence, RI', 'skip', text)
      assert.ok(context.facts.includes(met) && context.facts.includes('hours'), context.facts.join())
    })
})

describe('a dentist that sees children is a pediatric dentist, and no sentence denies it', () => {
  for (const text of [
    'dentist in Bristol, RI that takes kids',
    'dentist in Warwick, RI who sees children',
    'a dentist in Cranston, RI who works with little kids',
    'dentista en Cranston, RI que atienda niños',
    'a dentist in Cranston, RI that treats toddlers',
  ])
    test(text, async () => {
      const { answer, fields } = await say(text)
      assert.match(fields[0]!, /[Pp]edi[aá]tri/)
      assert.doesNotMatch(answer.text, /No dentist|Listed instead/)
    })
  test('of another field, the answer says that the ages are unknown', async () => {
    const { context, answer } = await say('pediatric orthopedist in Pawtucket, RI')
    assert.match(answer.text, /No source states which ages/, context.facts.join())
  })
})

describe('an answer to the question for the plan that describes a person names no plan', () => {
  for (const text of [
    'he is autistic and scared of drills',
    'my mother is bedridden',
    "she's nonverbal",
    'ella es diabética',
    'they are twins',
  ])
    test(text, async () => assert.equal((await say('dentist in Cranston, RI', text)).context.payer, null))
  for (const text of ['she is on Tufts', "he's with Aetna", 'my plan is Tufts'])
    test(text, async () => assert.notEqual((await say('dentist in Cranston, RI', text)).context.payer, null))
})

describe('a wish for a younger woman keeps the need', () => {
  for (const text of [
    'I would like a younger female clinician',
    "I'd prefer a nonbinary or female clinician under 50",
    'ideally a female provider',
    'an older woman doctor',
  ])
    test(text, async () => {
      const { context } = await say('family doctor in Providence, RI', 'skip', text)
      assert.deepEqual([context.need?.text, context.gender], ['family doctor', 'F'])
    })
})

test('an office that is friendly to LGBTQ patients is no further kind of care, and no source states it', async () => {
  const { answer } = await say('need an LGBTQ-friendly PCP who does gender-affirming hormones')
  assert.match(answer.text, /No source states which offices are affirming/)
  assert.doesNotMatch(answer.text, /Ask me next/)
})

describe('a part of a town is in the town', () => {
  for (const text of [
    "we're on the west end of Providence",
    'I live on the south side of providence, she has medicaid',
    'the north end of providence',
    'en el lado oeste de Providence',
  ])
    test(text, async () =>
      assert.equal((await say('family doctor', text)).context.place?.label, 'Providence, RI'),
    )
})

describe('plain words for a substance use disorder find clinicians for addiction', () => {
  for (const text of [
    'my brother wants to get clean, we are in Cranston, RI',
    'where can I get help to get off pills in Providence, RI',
    'I want to stop drinking, Providence, RI',
    'a recovery program near Pawtucket, RI',
    'substance use treatment for a client, adult male, uninsured, Providence, RI',
    'mi hijo quiere dejar las drogas, Providence, RI',
  ])
    test(text, async () => assert.match((await say(text)).context.need?.text ?? '', /^addiction medicine$/))
  for (const text of [
    'I am sober and need a dentist in Cranston, RI',
    'how do I get clean teeth, dentist in Cranston, RI',
  ])
    test(`not in "${text}"`, async () =>
      assert.doesNotMatch((await say(text)).context.need?.text ?? '', /addiction/))
})

describe('a therapist in a crisis is no physical therapist', () => {
  for (const text of [
    'can you find a therapist who takes Medicaid',
    'I need a therapist for later',
    'a therapist near me please',
  ])
    test(text, async () => {
      const { fields } = await say(
        'I just want someone to talk to, I cannot cope, Pawtucket, RI',
        'skip',
        text,
      )
      assert.ok(!fields.some((field) => field.includes('Physical')), fields.join())
    })
})

describe('what an operation was does not replace the physical therapist', () => {
  for (const text of [
    "it's for my knee, after ACL surgery",
    'its for my shoulder after rotator cuff surgery',
    'after hip replacement surgery',
    'después de una cirugía de rodilla',
  ])
    test(text, async () =>
      assert.equal(
        (await say('physical therapist in 02903', 'skip', text)).context.need?.text,
        'physical therapist',
      ),
    )
})

describe('the mood of a mother after a birth is not for a pediatrician', () => {
  for (const text of [
    'I had a baby six weeks ago and I cry all day',
    'my baby is two months and I feel so empty since I gave birth',
    'tuve un bebé hace un mes y me siento muy triste',
    'had our second baby in May and I just feel numb',
  ])
    test(text, async () => {
      const { fields } = await say(text, 'East Providence, RI')
      assert.ok(!fields.some((field) => /Pediatrician|^Pediatra/.test(field)), fields.join())
    })
})

describe('a lost job or insurance is no need for a therapist', () => {
  for (const text of [
    'my husband just lost his job and we have no insurance now. he takes insulin',
    'I lost my insurance and need more blood pressure pills',
    'perdimos el seguro y necesita insulina',
  ])
    test(text, async () => {
      const { fields } = await say(text, 'Lincoln, RI')
      assert.ok(!fields.some((field) => /social|psycholog|counselor|psicol/i.test(field)), fields.join())
    })
})

describe('a counselor who signs is a counselor with the language', () => {
  for (const text of [
    "an ASL-fluent counselor, I'm deaf and I don't want an interpreter",
    'a counselor who signs in Providence, RI',
    'a psychologist fluent in sign language, Warwick, RI',
    'psychologist who uses ASL, without an interpreter, Warwick, RI',
  ])
    test(text, async () => {
      const { context } = await say(text)
      assert.match(context.need?.text ?? '', /counselor|psychologist/)
      assert.deepEqual(context.languages, ['ase'])
    })
  test('anywhere in the state searches everywhere', async () => {
    const { answer } = await say('a counselor who signs', 'anywhere in the state, I can drive')
    assert.ok(answer.cards.length > 0, answer.text)
  })
})

describe('telehealth that would be fine too is no filter, and telehealth that would be better is one', () => {
  for (const [text, facts] of [
    ['Telehealth would be fine too actually', []],
    ['telehealth statewide is ok', []],
    ["I can't leave the house easily so video would be better", ['met_telehealth']],
    ['zoom would be easier for her', ['met_telehealth']],
  ] as const)
    test(text, async () => {
      const { context } = await say('psychiatrist in Newport, RI', 'skip', text)
      assert.deepEqual(
        context.facts.filter((fact) => fact === 'met_telehealth'),
        facts,
      )
    })
})

describe('a question whether a minor can go alone is answered, and the list stays', () => {
  for (const text of [
    "I'm 16, can I go without my mom",
    'can she be seen without her parents there',
    'puedo ir sin mi mamá',
  ])
    test(text, async () => {
      const { context } = await say('any doctor in Cranston, RI for a sports physical', 'skip', text)
      assert.ok(context.facts.includes('cannot_confidentiality'), context.facts.join())
    })
})

test('a record that has the name in the sources only as another one says so', async () => {
  const { answer } = await say(
    'is Dr. Patel still practicing',
    "I don't know her first name, a gastroenterologist around North Providence, RI",
  )
  assert.match(answer.text, /also have the name Patel/)
})

test('after an emergency that is over, the first of the kind is of the list before the hospitals', async () => {
  const { answer } = await say(
    'allergist in Bristol, RI',
    'she ate nuts, her lips are swelling and she is wheezing',
    'the ambulance is here',
    "we're home now and she's fine. phone of the first allergist?",
  )
  assert.doesNotMatch(answer.text, /call 911 now/)
  assert.deepEqual(
    answer.cards.map((card) => card.kind === 'provider' && card.specialty),
    ['Allergist-immunologist'],
  )
})

test('the telephone number is given beside the verdict about a plan', async () => {
  const { answer } = await say(
    'ginecóloga en Pawtucket, RI',
    'omitir',
    'bueno, entonces deme el teléfono de la primera. ¿Aceptan Neighborhood Health Plan?',
  )
  assert.match(answer.text, /\(401\) 555-/)
  assert.match(answer.text, /Neighborhood Health Plan/)
})

describe('"therapist" after another therapy keeps that therapy', () => {
  for (const [need, text, kept] of [
    ['physical therapist in Warwick, RI', 'is there a woman therapist', /^physical therapist$/i],
    ['occupational therapy in Providence, RI', 'any male therapists?', /^occupational therapist$/i],
    ['terapia del habla en Providence, RI', '¿hay un terapeuta hombre?', /patólogo del habla/i],
  ] as const)
    test(text, async () => {
      const { fields } = await say(need, 'skip', text)
      assert.ok(fields.length > 0 && fields.every((field) => kept.test(field)), fields.join())
    })
  test('but another need is another therapist', async () => {
    const { fields } = await say('physical therapist in Warwick, RI', 'skip', 'a therapist for my anxiety')
    assert.doesNotMatch(fields[0]!, /physical/i)
  })
})

describe('in an emergency, the nearest hospital is asked for, and no clinician', () => {
  for (const text of [
    'which hospital is nearest',
    'my wife is driving me, which hospital is closest?',
    'ok going now, whats the closest one',
    'what er is closest to me',
    '¿qué hospital está más cerca?',
  ])
    test(text, async () => {
      const { answer } = await say("my arm won't stop bleeding, it is spurting, 02860", text)
      assert.match(answer.text, /911/)
      assert.ok(answer.cards.length > 0 && answer.cards.every(({ kind }) => kind === 'location'))
    })
})
