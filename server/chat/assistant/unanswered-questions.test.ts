/** Questions that no source of the directory answers get a sentence about what is asked, and no list in its stead. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { findUnansweredQuestions } from './unanswered-questions.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

const questions = {
  stock: [
    'would they have wegovy in stock',
    'does the second one carry mounjaro',
    'who has adderall right now',
    'do they sell tamiflu',
    'tienen la vacuna del covid',
    'hay insulina ahí',
  ],
  bill: [
    'i was charged $90 for a visit and it looks wrong',
    'my invoice is wrong',
    'what is this bill for',
    'me llegó una factura del hospital',
  ],
  coverage: [
    'who pays, my job or my health plan, since i got hurt lifting there',
    'does medicare cover hearing aids',
    'is that covered by my plan or do i pay',
    'eso lo cubre mi seguro o la empresa',
  ],
  results: [
    'what does a low hemoglobin mean',
    'my tsh came back 6, is that bad',
    'can you interpret my cholesterol numbers',
    'qué significa el azúcar alta',
  ],
  advice: [
    'should i put ice on it',
    'does my son need antibiotics',
    'do you think he needs stitches',
    '¿cree que necesito puntos?',
  ],
  referral: [
    'do I need an order for that',
    'must we have a note from our family doctor',
    'should i get a slip for the scan',
    'does my pcp have to refer me',
    'do i need my regular doctor to sign off',
    'is my primary supposed to send me first or do i need my doctor to send me',
    '¿necesito que mi médico me mande?',
    'is a referral required for these',
    'would i need a refferal from my pcp first',
    'do i need my doctor to send me',
    'does my plan need to approve it',
    'can i go without a referral',
    '¿necesito una orden de mi doctor?',
  ],
  'appointment at short notice': [
    'and not with a five month wait',
    'today if thats possible, i work till 3',
    'it must be before thursday',
    "i can't wait three months",
    'could we just show up without an appointment',
    'do they accept walk-ins',
    'any openings this week',
    'how quickly could someone get me in',
    '¿puedo ir sin cita?',
    'hay lista de espera?',
  ],
  operator: [
    'is it part of a chain',
    'who owns it',
    'is that one a fresenius or a davita',
    'which hospital does she deliver at',
    '¿de qué cadena es?',
  ],
  'plan elsewhere': [
    'does that card even work up here',
    'is that ok here',
    'will my insurance be good out of state',
    '¿mi seguro sirve aquí?',
  ],
  'pending plan': [
    'my medicaid is still pending',
    'we applied for medicaid in june',
    'the insurance starts in january',
    'mi medicaid está en trámite',
  ],
  'plan of another person': ['the plan is not that of the patient', 'el plan no es del paciente'],
  ages: [
    'what ages do they see',
    'how young do they take them',
    'is there an age limit',
    'do any see people that old',
    '¿atienden niños tan chiquitos?',
  ],
  affirming: ['are they lgbt friendly', 'someone affirming', 'he uses they/them pronouns'],
  contact: [
    'do they have an email or something',
    'whats their website',
    'can i message them on a portal',
    '¿tienen correo electrónico?',
  ],
  bring: ['what should i bring', 'do i need to bring my card', '¿qué debo llevar a la cita?'],
  visit: [
    'do i gotta fast before',
    'will i be able to drive home after',
    'can my wife come in with me',
    'will it hurt',
    'can i bring my kids along',
    'what happens at the first visit',
    '¿me va a doler?',
    '¿tengo que ir en ayunas?',
  ],
  prescribing: [
    'can they prescribe adderall',
    'will they be able to prescribe something for sleep',
    'can a chiropractor prescribe pain meds',
    '¿pueden recetar medicinas?',
  ],
  documents: [
    'do you guys need my insurance card',
    'do you want my date of birth',
    '¿necesita mi seguro social?',
  ],
  confidentiality: [
    'im 16, do my parents have to know',
    'will this show up on my dads insurance',
    'is it confidential',
    'will they tell my husband',
    '¿mis papás se enteran?',
    'do you have to be eighteen to go to a clinic by yourself',
    'can i see a doctor alone at sixteen',
    'hay que ser mayor de edad para ir al médico sola',
  ],
  interpreter: [
    'do they have interpreters or do we bring our own',
    'is there a sign language interpreter',
    'can the office provide a translator',
    '¿tienen intérprete?',
    '¿hay intérpretes ahí o llevo uno?',
  ],
  charge: ['do i have to pay to use this', 'is this chat free', 'do you charge for this', '¿esto es gratis?'],
  service: ['who runs this website', 'do you work for an insurance company', '¿quién opera esto?'],
  completeness: [
    'did you check the hospitals as well',
    '¿buscó también en clínicas?',
    'are these all the ones you have',
    'is this the full list',
    'how many clinics do you have in total',
    'what towns do you cover',
    '¿son todas?',
    '¿qué ciudades cubren?',
  ],
  sponsors: [
    'did any of these pay to show up first',
    'are these ads',
    'do you get a commission',
    '¿es publicidad?',
    '¿pagan por aparecer aquí?',
  ],
  payment: [
    'do they accept visa',
    'can i pay in installments',
    'would they do a payment plan',
    '¿puedo pagar a plazos?',
    '¿toman tarjeta de débito?',
  ],
  discipline: [
    'was he ever disciplined',
    'any malpractice on the second one',
    'is her license in good standing',
    '¿hay quejas contra él?',
    '¿lo han demandado?',
  ],
  building: [
    'are there stairs',
    'is it on the ground floor',
    'do they have automatic doors',
    '¿hay escaleras?',
    '¿está en el primer piso?',
    '¿dónde puedo estacionar ahí?',
  ],
  papers: [
    'will they ask for my papers',
    'do they check immigration status',
    '¿ahí le piden papeles a uno?',
    'no tengo papeles',
  ],
  'low cost': [
    'do you know somewhere that is free',
    'any clinic that goes by income',
    'a place with a sliding fee',
    '¿hay alguno gratis?',
  ],
  numbers: [
    'half the phone numbers you gave me were not in service',
    'i tried three and got a wrong number twice',
    'have you verified any of these',
    'did someone call these to check',
    '¿verifican los teléfonos?',
    'ese número está desconectado',
  ],
  ride: [
    'how do i get him home if he cant drive',
    'do they offer rides',
    'is there a ride to the clinic',
    '¿quién me lleva a la cita?',
    '¿ofrecen transporte?',
  ],
} as const

describe('is recognized', () => {
  for (const [question, texts] of Object.entries(questions))
    for (const text of texts)
      test(`${question}: ${text}`, () => assert.ok(findUnansweredQuestions(text).includes(question as never)))
})

describe('is answered about what is asked, without a list', () => {
  const before = 'heart doctor near 02903'
  for (const [question, texts] of Object.entries(questions))
    for (const text of texts)
      test(`${question}: ${text}`, async () => {
        const answer = (await converse(assistant, [before, text])).at(-1)!
        // Of the only record, the card may state it.
        const fact = question === 'operator' ? 'affiliations' : `cannot_${question.replaceAll(' ', '_')}`
        assert.ok(answer.facts.includes(fact), answer.text)
        assert.ok(answer.cards.length <= 1, 'no list')
        assert.equal(answer.asked, null)
      })
})

test('the number of the record that the question is about follows', async () => {
  const texts = ['heart doctor near 02903', 'does the first one need a referral']
  const answer = (await converse(assistant, texts)).at(-1)!
  assert.deepEqual(answer.facts.toSorted(), ['cannot_referral', 'phone', 'record'])
  assert.equal(answer.cards.length, 1)
})

describe('other messages are none', () => {
  for (const text of [
    'i take insulin',
    'where can i get a flu shot',
    'my cholesterol is high, i need a doctor',
    'i have a referral to a cardiologist',
    'walk-in clinic near 02903',
    'my knee started hurting today',
    'is there a hospital near me',
    'is dr. costa covered by narrows',
    'should i see a dentist',
    'i need a colonoscopy',
    'cardiologist who takes medicare',
    'how old is this list',
    'my foot hurts when i drive home',
    'someone who can prescribe',
    'i need a doctor to prescribe my meds',
    'bring my mom to a dentist',
    'my email is broken',
    'free clinic near 02903',
    'who has free time on monday',
    'i lost the papers from school',
    'my knee hurts on the stairs',
    'i need my teeth checked',
    'can someone get this mole checked',
    'my phone died, dentist near 02903',
    'my sugar numbers are bad',
    'she fell off a ride at the fair',
    'i have trouble with steps',
    'i fell down the stairs, is it broken',
    'how many pills are there in a bottle',
    'the complaint is chest pain',
    'i have a card from narrows',
    'the doctor said that is all',
    'is there a doctor who accepts new patients',
  ])
    test(text, () => assert.deepEqual(findUnansweredQuestions(text), []))
})

describe('the hospital of a question is neither a place of the search nor a wish', () => {
  for (const text of [
    'do they deliver at Newport Hospital',
    'does he operate at Women and Infants',
    'would she admit at Kent hospital',
    '¿opera en el hospital de Newport?',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', text])).at(-1)!
      const { place, gender } = answer.context as { place: { label: string }; gender: string | null }
      assert.deepEqual([place.label, gender], ['02903', null])
    })
})

describe('a hospital that is refused beside its price is not known to be one', () => {
  for (const text of [
    'not the hospital, they charge double',
    'no hospital because its too expensive',
    'anywhere but the hospital its pricey',
    'que no sea el hospital',
  ])
    test(text, () => assert.ok(findUnansweredQuestions(text).includes('operator')))
})

describe('a wish for video visits beside a condition is searched', () => {
  for (const text of [
    'video visits work as long as she can write prescriptions',
    'virtual visits are good if he prescribes',
    'telehealth is good provided they prescribe',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', text])).at(-1)!
      assert.equal((answer.context as { telehealth: boolean }).telehealth, true)
      assert.ok(!answer.facts.includes('cannot_prescription'), answer.text)
    })
})

describe('a limit of the way lists the nearest and says that travel times are not known', () => {
  for (const text of [
    'she wont sit in a car over thirty minutes',
    'i cant drive more than 25 minutes',
    'dad can only ride about 10 min',
    'we could only go 15 minutes',
    'no puedo manejar más de veinte minutos',
    'I can drive 25 minutes',
    'mi mamá no aguanta estar más de 30 minutos en carro',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', 'skip', text])).at(-1)!
      assert.ok(answer.facts.includes('cannot_travel_time'), answer.text)
      assert.ok(answer.facts.includes('cards'), answer.text)
    })

  for (const text of [
    'he cant breathe for more than a minute',
    'i cant sit more than 10 minutes, my back hurts',
  ])
    test(`not: ${text}`, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', 'skip', text])).at(-1)!
      assert.ok(!answer.facts.includes('cannot_travel_time'), answer.text)
    })
})

describe('a question about anesthesia is no sign of violence', () => {
  for (const text of [
    'will they put me under',
    'do they knock you out first',
    'would he put her to sleep for that',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['dentist near 02903', 'skip', text])).at(-1)!
      assert.deepEqual((answer.context as { urgent: unknown[] }).urgent, [])
    })

  test('an act of violence still is', async () => {
    const answer = (await converse(assistant, ['dentist near 02903', 'my boyfriend knocked me out'])).at(-1)!
    assert.notDeepEqual((answer.context as { urgent: unknown[] }).urgent, [])
  })
})

describe('care that is sought beside a question is searched', () => {
  for (const text of [
    'heart doctor in 02903 who can see me today',
    'does a cardiologist near 02903 need a referral',
    'cardiologist 02903, what is the wait',
  ])
    test(text, async () => {
      const [answer] = await converse(assistant, [text])
      assert.ok(answer!.facts.includes('cards'), answer!.text)
      assert.ok(answer!.facts.some((fact) => fact.startsWith('cannot_')))
    })
})

describe('the date of the data is stated', () => {
  for (const text of ['how old is this list', 'when was that last checked', '¿de cuándo son estos datos?'])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', text])).at(-1)!
      assert.deepEqual(answer.facts, ['data_date'])
      assert.match(answer.text, /2026/)
    })
})

describe('the assistant says that it is no person', () => {
  for (const text of ['am i chatting with a human', 'are you even a real person', '¿hablo con una persona?'])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor', text])).at(-1)!
      assert.deepEqual(answer.facts, ['help'])
      assert.match(answer.text, /not a person|no una persona/)
    })
})

describe('a language and a gender are wishes about the clinician', () => {
  for (const text of ['q hable español y q sea mujer', 'que sea mujer y que me atienda en español'])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', text])).at(-1)!
      const { gender, languages } = answer.context as { gender: string; languages: readonly string[] }
      assert.deepEqual([gender, languages], ['F', ['es']])
    })
})

test('without insurance, the answer names health centers and that prices are not known', async () => {
  const answer = (await converse(assistant, ['heart doctor near 02903', 'we are uninsured'])).at(-1)!
  assert.deepEqual(answer.facts, ['no_payer'])
  assert.match(answer.text, /no prices.*health centers/i)
})

describe('the health system that a message names beside care', () => {
  for (const text of [
    'a cardiologist with Zorbo University Health near 02903',
    'heart doctor from Zorbo Medical Group near 02903',
    'heart doctor near 02903, only with Zorbo Health',
  ])
    test(`"${text}" is said to be unknown, and the list follows`, async () => {
      const answer = (await converse(assistant, [text])).at(-1)!
      assert.ok(answer.facts.includes('cannot_operator'), answer.text)
      assert.equal(answer.cards.length, 1)
    })
  for (const text of [
    'a cardiologist with Harvard Pilgrim Health Care near 02903',
    'a therapist for Mental Health near 02903',
    'heart doctor at Primary Care near 02903',
  ])
    test(`none in "${text}"`, async () => {
      const answer = (await converse(assistant, [text])).at(-1)!
      assert.ok(!answer.facts.includes('cannot_operator'), answer.text)
    })
})
