/** A fact about a person never changes what is searched; a request and a new complaint do. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

async function last(...texts: readonly string[]) {
  const answer = (await converse(assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

const listed = 'heart doctor near 02903'

const remarks = {
  'a medicine': [
    'i take lisinopril every morning',
    "he's currently on warfarin",
    'my mom is on chemo',
    'we already tried cortisone shots',
    'she used to be on prozac',
    'tomo losartán para la presión',
  ],
  'an allergy': [
    "i'm allergic to sulfa drugs",
    'our son has a peanut allergy',
    'my dad cannot have ibuprofen, he is allergic to it',
    'soy alérgica al látex',
  ],
  'a past operation or illness': [
    'i had my gallbladder removed in 2018',
    'she had twins last year',
    'my father had a bypass ten years ago',
    "they've both had covid",
    'he broke his wrist in 2015',
    'my last colonoscopy was in june',
    'i was diagnosed with lupus in my twenties',
    'me operaron de la vesícula hace tres años',
    'mi mamá tuvo cáncer de mama',
  ],
  'a chronic illness': [
    'i have type 2 diabetes',
    'she has parkinsons',
    'my husband has sleep apnea',
    'im hypertensive fyi',
    "i've got asthma and eczema",
    'he is a hemophiliac',
    'padezco de hipertensión',
    'mi abuelo tiene alzheimer',
  ],
  'a circumstance': [
    'we have four children',
    "i'm a nurse myself",
    'my brother is a marine',
    'he plays football in college',
    'i work nights at a hospital',
    'she just got out of rehab',
    'they live with their grandmother',
    'my old dentist retired',
    'my wife saw a cardiologist there once',
    'i drink maybe two beers a week',
    'mi esposo trabaja de noche',
  ],
  'that there is no hurry': ["it's not urgent", 'not an emergency or anything', 'no es urgente'],
  'an identity': ["they're nonbinary", 'i am trans', 'my partner is gay'],
  'what is absent': ["he doesn't have a fever", 'no allergies', 'i never had surgery', 'no tengo alergias'],
  'what the care follows': ['after my accident', 'since having the baby', 'following a knee replacement'],
} as const

for (const [name, texts] of Object.entries(remarks))
  describe(`${name} stated after a list`, () => {
    for (const text of texts)
      test(`"${text}" changes nothing`, async () => {
        const { answer, context } = await last(listed, 'skip', text)
        assert.deepEqual(
          [
            context.need?.text,
            context.place?.label,
            context.payer,
            context.patient,
            answer.facts,
            answer.notices,
          ],
          ['heart doctor', '02903', null, [], ['remark'], []],
        )
        assert.notEqual(context.shown.records.length, 0)
      })
  })

describe('a message beside the need', () => {
  for (const [text, fact] of [
    ['will they even take new patients this late in a pregnancy?', 'accepting'],
    ['how much would they charge, the last bill almost gave me a heart attack', 'limits'],
    ['do they do weekends', 'hours_unknown'],
    ['why are these listed first, is it by distance or something else?', 'order'],
    ['y cuánto me cobran si el seguro no lo paga', 'limits'],
    ['how much would a visit cost without a referral', 'limits'],
    ['great, go ahead and book the first available for thursday', 'cannot_booking'],
    ["that's everything, thank you for everything", 'thanks'],
    ["thank you hon, you've been very kind. my grandson set this up for me", 'thanks'],
  ] as const)
    test(`"${text}" keeps it`, async () => {
      const { answer, context } = await last(listed, 'skip', text)
      assert.deepEqual([context.need?.text, answer.notices], ['heart doctor', []])
      assert.ok(answer.facts.includes(fact), answer.facts.join())
    })

  for (const text of ['a woman pls', 'prefiero una doctora', '¿hay alguna doctora mujer que hable español?'])
    test(`"${text}" wishes a woman`, async () => {
      const { context } = await last(listed, 'skip', text)
      assert.deepEqual([context.need?.text, context.gender], ['heart doctor', 'F'])
    })

  for (const [text, name] of [
    ['he switched to Commonwealth Care Alliance last month', 'Commonwealth Care Alliance'],
    ['tiene el seguro Neighborhood', 'Neighborhood'],
  ] as const)
    test(`"${text}" names a payer that the directory does not know`, async () => {
      const { context } = await last(listed, text)
      assert.deepEqual([context.need?.text, context.payer?.name], ['heart doctor', name])
    })
})

describe('a plan that the directory does not know', () => {
  for (const [text, name] of [
    ['aetna medicare i think, my wife has the card', 'Aetna Medicare'],
    ['we have neighborhood health plan', 'Neighborhood Health Plan'],
    ['Tufts Health Plan. she is an adult', 'Tufts Health Plan'],
  ] as const)
    test(`"${text}" is none of those that it knows`, async () => {
      const { context } = await last(listed, text)
      assert.deepEqual([context.need?.text, context.payer], ['heart doctor', { name, codes: [] }])
    })

  test('is read alone', async () =>
    assert.equal((await last('heart doctor near 02903', 'anthem')).context.payer?.name, 'Anthem'))

  test('of a state names no place', async () => {
    const { context } = await last('ginecólogo cerca de 02903', 'tengo Medicaid de Rhode Island')
    assert.deepEqual([context.place?.label, context.payer?.name], ['02903', 'Medicaid'])
  })
})

describe('what changes the search', () => {
  for (const [text, need] of [
    ['i need a dentist too', /dentist/],
    ['actually a dermatologist', /dermatologist/],
    ['my ear hurts', /ear/],
    ['i woke up with a rash on my face', /rash/],
    ['she has had a cough for two weeks', /cough/],
    ['my son has a sore throat', /throat/],
    ['i broke a tooth yesterday', /tooth/],
    ['he has diabetes and needs an eye doctor', /eye/],
    ['i take blood thinners, who does dental work', /dental/],
    ['me duele la espalda', /espalda|back/],
    ['mi hija necesita un psicólogo', /psicolog/],
    ['my mother is deaf. an audiologist please', /audiologist/],
    ['one more thing, my kidney stones', /kidney/],
    ['it should be rheumatology. everything else is the same', /rheumatology/],
  ] as const)
    test(`"${text}" replaces the need`, async () =>
      assert.match((await last(listed, 'skip', text)).context.need?.text ?? '', need))

  for (const [text, label] of [
    ['i live in westerly ri', 'Westerly, RI'],
    ['we moved to newport ri last year', 'Newport, RI'],
    ["she's staying in cranston ri", 'Cranston, RI'],
  ] as const)
    test(`"${text}" changes the place`, async () => {
      const { context } = await last(listed, 'skip', text)
      assert.deepEqual([context.need?.text, context.place?.label], ['heart doctor', label])
    })

  for (const text of [
    'i have medicare',
    'he is on medicare',
    'medicare is my insurance',
    'we switched to medicare in may',
  ])
    test(`"${text}" names the payer`, async () => {
      const { context } = await last(listed, text)
      assert.deepEqual([context.need?.text, context.payer?.name], ['heart doctor', 'Medicare'])
    })

  test('"I have" and an unknown name after the question for the payer names one', async () =>
    assert.equal((await last(listed, 'i have zorbocare')).context.payer?.name, 'Zorbocare'))

  for (const text of ['he is 5 years old', "it's for my toddler", 'my daughter is 7'])
    test(`"${text}" describes the patient`, async () =>
      assert.deepEqual((await last(listed, 'skip', text)).context.patient, ['child']))
})

describe('a fact in the first message', () => {
  test('may be the need', async () =>
    assert.match((await last('i have psoriasis')).context.need?.text ?? '', /psoriasis/))

  test('is no need beside the request for a field', async () =>
    assert.doesNotMatch(
      (await last('i am diabetic and need a dentist')).context.need?.text ?? '',
      /diabetic/,
    ))

  test('remains beside a request for any doctor', async () =>
    assert.match((await last('i have lupus and need a doctor')).context.need?.text ?? '', /lupus/))

  test('narrows the request for any doctor before it', async () =>
    assert.match(
      (await last('i need a doctor near 02903', 'skip', 'i have lupus')).context.need?.text ?? '',
      /lupus/,
    ))

  for (const text of ['she is deaf', 'my uncle uses a wheelchair', 'soy ciega', 'i am blind'])
    test(`"${text}" is followed by the question for the care`, async () => {
      const { answer, context } = await last(text)
      assert.deepEqual([context.need, answer.asked], [null, 'need'])
    })

  test('of access is no need beside a complaint', async () =>
    assert.doesNotMatch(
      (await last("he's deaf and his shoulder hurts, 02903")).context.need?.text ?? '',
      /deaf/,
    ))
})

describe('a question that the directory cannot answer', () => {
  for (const text of [
    'how long does the operation take',
    'do i have to bring anything',
    'why does my doctor want this test',
    'is it normal to wait that long',
    'will it hurt',
    'cuánto dura la operación',
  ])
    test(`"${text}" keeps the need`, async () => {
      const { answer, context } = await last(listed, 'skip', text)
      assert.deepEqual([context.need?.text, context.payer, answer.notices], ['heart doctor', null, []])
      const isHonest = ['not_stated', 'limits', 'cannot_bring', 'cannot_visit'].some((fact) =>
        answer.facts.includes(fact),
      )
      assert.ok(isHonest, answer.facts.join())
    })
})

describe('a record of a list that was never shown', () => {
  for (const text of ['the third one', 'tell me about that one', 'la segunda'])
    test(text, async () => assert.deepEqual((await last(text)).answer.facts, ['no_list']))
})

test('a fact before the place keeps the question for the place', async () => {
  const { answer, context } = await last('heart doctor', 'i take insulin')
  assert.deepEqual([context.need?.text, answer.asked], ['heart doctor', 'place'])
})

describe('urgent signs in a statement', () => {
  for (const text of [
    'my husband had a stent and now he has crushing chest pain',
    'i already took all my pills, i want to die',
    'he gave away his dog and says it will be over soon',
    'my ex is stalking me',
    'she took a double dose of her heart medicine',
  ])
    test(`"${text}" has its notice`, async () =>
      assert.notEqual((await last(listed, 'skip', text)).answer.notices.length, 0))

  for (const text of ['i already take allopurinol', 'how many are there', 'do i have to fast'])
    test(`are not in "${text}"`, async () =>
      assert.deepEqual((await last(listed, 'skip', text)).answer.notices, []))
})

describe('a way that the user avoids', () => {
  for (const text of [
    'I would rather not drive over the bridge',
    "Anyone closer? I don't like driving on the highway.",
    'I prefer not to take the ferry',
    'prefiero no cruzar el puente',
  ])
    test(`"${text}" has no notice`, async () => {
      const answers = await converse(directory.assistant, ['heart doctor near 02903', 'skip', text])
      assert.deepEqual(answers.at(-1)!.notices, [])
    })

  for (const text of [
    'I want to drive off the bridge',
    'I would rather not drive over the bridge. I want to die',
    'I want to jump off the bridge',
  ])
    test(`"${text}" has the notice of a crisis`, async () => {
      const answers = await converse(directory.assistant, ['heart doctor near 02903', 'skip', text])
      assert.deepEqual(
        answers.at(-1)!.notices.map(({ kind }) => kind),
        ['crisis'],
      )
    })
})
