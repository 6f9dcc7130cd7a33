/** Wishes for a clinician and an office that no source states get a sentence about the wish, and questions about private data none of it. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { findUnansweredQuestions, type UnansweredQuestion } from './unanswered-questions.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

const wishes = {
  'clinician age': [
    'kinda young please',
    'could she be sort of young',
    'someone fairly young if there is one',
    'a little on the older side',
    'someone under 50 if you can',
    'no one over like 65',
    'a younger one would be better',
    'not too old, the last one was half asleep',
    'someone young please, the last one was 70',
    'an older doctor would be good, someone with gray hair',
    'an older dentist please',
    'how old is the second one',
    'how old is he',
    'que no sea tan viejo',
    'alguien más joven por favor',
    'someone with gray hair please',
    'a dentist with white hair',
    '¿cuántos años tiene el primero?',
  ],
  experience: [
    'not someone fresh out of school',
    'not just out of medical school please',
    'a doctor with lots of experience',
    'someone who has been practicing a long time',
    'no recent grads',
    'someone more experienced',
    "who's been there the longest",
    'que tenga mucha experiencia',
    'que no sea recién graduado',
  ],
  'person of the clinician': [
    'preferably a former soldier',
    'a fellow immigrant would be nice, I want a survivor',
    'someone from our country',
    'que sea también veterano',
    'a mom herself would be nice',
    'an immigrant herself',
    'alguien que sea de mi cultura',
  ],
  manner: [
    'one that wont lecture me about smoking',
    'a dentist who is gentle with kids',
    'a doctor who actually listens',
    "i want a doctor who doesn't rush me",
    'someone patient please',
    'he must be patient with old people',
    'does he have a good bedside manner',
    'que no me regañe por mi peso',
    'alguien con paciencia con los niños',
    'que me escuche',
    'one who does not push surgery',
    'someone who isnt all about the money',
    "a dentist that doesn't upsell",
    'someone who wont keep us waiting',
    'que no me presione',
    'que no haga esperar a la gente',
  ],
  overnight: [
    'a place where she can stay',
    'somewhere he can sleep there',
    'i mean inpatient',
    'the residential kind',
    'he needs residential drug treatment that takes methadone',
    'an inpatient alcohol program near us',
    'a program to live in',
    'que se quede internado',
    'un lugar donde lo internen',
    'que se pueda quedar a dormir',
  ],
} as const

const questions = {
  'private contact': [
    "what's the doctor's home address",
    'do you have her personal cell',
    'give me his private number',
    'where does dr stone live',
    'dame el teléfono personal del doctor',
    'quiero la dirección de su casa',
    '¿dónde vive la doctora?',
  ],
  'text telephone': [
    'is there a tty',
    'do they have a video relay number',
    'my dad is deaf, is there a TDD line',
    '¿tienen teléfono de texto?',
  ],
  offers: [
    'does the hospital do colonoscopies',
    'do they have mammograms at mercy hospital',
    'can i get an mri at county medical center',
    'whether st marys does dialysis or only births',
    'is lakeside hospital good for hearts',
    '¿en el hospital hacen ultrasonidos?',
    '¿hacen diálisis en el hospital?',
    'botox for migraines if they offer it',
    'one who does EMDR',
    'with nitrous',
  ],
} as const

const others: Readonly<Record<keyof typeof wishes | keyof typeof questions, readonly string[]>> = {
  'clinician age': [
    'my son is under 12',
    'someone within 20 miles',
    'my hair is going gray and falls out',
    'she is 40 years old',
    'i am too old for this',
    'old records',
    'an older man told me about this',
    'someone younger than my mom got it',
    'es para mi hijo mayor de 12 años',
  ],
  experience: [
    'my experience with him was bad',
    'I have no experience with this',
    'my son is fresh out of the hospital',
    'is there an experience rating',
    'she is a medical student',
    'no ride, student plan',
    'I have not had a checkup in ten years',
  ],
  'person of the clinician': [
    'for my mother',
    'help for veterans',
    'I am a single parent',
    'a doctor for my parents',
    'my mom is an immigrant',
  ],
  manner: [
    'accepting new patients',
    'the judge sent me for anger management',
    'a gentle yoga class',
    'i had a rush of blood to my head',
    'a cough that wont quit',
    'a knee that does not bend',
    'my son is not himself, yelling at everyone',
    'paciente nuevo',
  ],
  overnight: [
    'i live in warwick',
    'an overnight sleep study',
    'she was discharged from inpatient rehab',
    'a place near where i live',
    'médico internista',
  ],
  'private contact': [
    'my home address is 12 main st',
    'home health aide',
    'what is the office address',
    'do you need my home address',
    'mi teléfono personal no sirve',
  ],
  'text telephone': ['can i text them', 'what is the phone number'],
  offers: [
    'the nearest hospital',
    'does he work at kent hospital',
    'does the hospital take medicaid',
    'a doctor near the hospital',
    'el hospital más cercano',
  ],
}

const entries = Object.entries({ ...wishes, ...questions }) as unknown as [
  UnansweredQuestion & keyof typeof others,
  readonly string[],
][]

describe('is recognized', () => {
  for (const [question, texts] of entries) {
    for (const text of texts)
      test(`${question}: ${text}`, () => assert.ok(findUnansweredQuestions(text).includes(question)))
    for (const text of others[question])
      test(`not ${question}: ${text}`, () => assert.ok(!findUnansweredQuestions(text).includes(question)))
  }
})

describe('is answered without the same list again', () => {
  for (const [question, texts] of Object.entries(wishes))
    for (const text of texts)
      test(`${question}: ${text}`, async () => {
        const answer = (await converse(assistant, ['heart doctor near 02903', 'skip', text])).at(-1)!
        assert.ok(answer.facts.includes(`cannot_${question.replaceAll(' ', '_')}`), answer.text)
        assert.ok(!answer.facts.includes('cards'), answer.text)
        assert.deepEqual((answer.context as { urgent: unknown[] }).urgent, [])
      })
})

describe('is stated beside the care that is sought', () => {
  for (const [text, limit] of [
    ['heart doctor near 02903 who is not too old', 'cannot_clinician_age'],
    ['cardiologist in 02903, someone who listens', 'cannot_manner'],
    ["i need a cardiologist 02903 who won't lecture me", 'cannot_manner'],
    ['cardiólogo en 02903 que no me regañe', 'cannot_manner'],
    ['cardiologist in 02903, not someone fresh out of school', 'cannot_experience'],
    ['a heart doctor near 02903, ideally a veteran himself', 'cannot_person_of_the_clinician'],
    ['a woman heart doctor in 02903, and the soonest you have', 'cannot_appointment_at_short_notice'],
    ['heart doctor 02903, who has a slot this week?', 'cannot_appointment_at_short_notice'],
    ['heart doctor 02903 or 02906, whichever is sooner', 'cannot_appointment_at_short_notice'],
    ['a heart doctor in 02903 who has a fellowship and is under 50', 'cannot_training'],
    ['a heart doctor in 02903 who has a fellowship and is under 50', 'cannot_clinician_age'],
    ['heart doctor 02903, must be board certified', 'cannot_training'],
    ['heart doctor 02903 who answers emails', 'cannot_contact'],
    ['heart doctor 02903 that does not push pills', 'cannot_manner'],
    ['cardiólogo en 02903 que no cobre mucho', 'cannot_price'],
    ['heart doctor 02903, we are two dads and want someone fine with it', 'cannot_affirming'],
  ] as const)
    test(text, async () => {
      const [answer] = await converse(assistant, [text])
      assert.ok(answer!.facts.includes(limit), answer!.text)
      assert.ok(answer!.facts.includes('cards'), answer!.text)
    })
})

describe('a question why not is answered, and nothing is listed again', () => {
  for (const text of [
    'why not',
    "why can't you",
    "well why don't you have it",
    'how come you wont tell me',
    '¿por qué no?',
    'pero por qué no puede',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', 'book it for me', text])).at(-1)!
      assert.deepEqual(answer.facts, ['why_not'])
      assert.equal(answer.cards.length, 0)
    })

  for (const text of ['why not 02906', "why can't i sleep", 'why not a dermatologist'])
    test(`not: ${text}`, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', 'skip', text])).at(-1)!
      assert.ok(!answer.facts.includes('why_not'), answer.text)
    })
})

describe('a test instead of a treatment is a question for the office', () => {
  for (const text of [
    'i want to be tested for it, not the shots',
    'just the test please, no drops',
    'i need testing for that',
    'an at home one if they have it',
    'a take home kit',
    'quiero que me hagan la prueba',
    'solo la prueba por favor',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', 'skip', text])).at(-1)!
      assert.ok(answer.facts.includes('cannot_offers'), answer.text)
      assert.ok(!answer.facts.includes('cannot_treatment_without_injections_or_medicine'), answer.text)
    })
})
