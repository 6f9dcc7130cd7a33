/** The need and the place of a conversation change only for words that ask for it, and a list keeps the kind of care that was asked for. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyResources } from '@careatlas/search/query/empty-resources.fixture'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'
import { findOtherNeeds } from './other-needs.ts'
import { normalizeMessage } from './normalize-message.ts'
import { readOfficeTime } from './read-office-time.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

const search = ['heart doctor in Warwick', 'skip'] as const

describe('a remark or a question about a clinician does not replace the need', () => {
  for (const text of [
    'does the surgeon need to send you an order?',
    '¿necesito que el cirujano me mande una orden?',
    "is that doctor a man or a woman? he'd rather talk to a man",
    'is there anyone who can see me quicker even if its a nurse practitioner',
    'No me siento mal, es solo que no quiero quedarme sin la pastilla',
    "We'd go a bit farther even though it's Rhode Island",
    "he'd even go to Newport",
    "she'd even see someone over in Massachusetts",
    "it's fine even though they're in Connecticut",
    "they'd wait, even if it's a month",
    'can they do the kind you take home?',
  ])
    test(text, async () => {
      const { context } = await last(...search, text)
      assert.match(context.need?.text ?? '', /^heart doctor/)
    })
})

describe('a further symptom does not replace the need', () => {
  for (const text of [
    'could that be anything worse? my shoulder aches a bit too',
    'could this be worse than it looks? my knee hurts also',
    'is that something serious? also my back hurts',
    '¿puede ser algo peor? también me duele la espalda',
    'me duele la espalda también',
    '¿puede ser algo peor? me duele la espalda también',
  ])
    test(text, async () => {
      const { context } = await last(...search, text)
      assert.match(context.need?.text ?? '', /^heart doctor/)
    })
  for (const text of ['and my knee hurts, who treats that too', 'I need a dentist too'])
    test(`another need: ${text}`, async () => {
      const { context } = await last(...search, text)
      assert.doesNotMatch(context.need?.text ?? '', /^heart doctor/)
    })
})

describe('a lawyer that refers the user to a clinician does not end the search', () => {
  for (const text of [
    'my lawyer says I should see a dentist',
    'the attorney wants me to see a dentist',
    'my lawyer told me to go to a dentist',
    'mi abogado dice que vaya con un dentista',
  ])
    test(text, async () => {
      const { context } = await last(...search, text)
      assert.match(context.need?.text ?? '', /dentist/)
    })
  test('another lawyer is out of scope', async () => {
    const { context } = await last(...search, 'my lawyer told me to see another attorney')
    assert.match(context.need?.text ?? '', /^heart doctor/)
  })
})

describe('a child that drives the user is no patient', () => {
  for (const text of [
    'Warwick, my daughter can drive me but not too far',
    'Warwick RI, my son will take me',
    'Warwick, mi hija me puede llevar',
  ])
    test(text, async () => assert.deepEqual((await last('heart doctor', text)).context.patient, []))
  test('the child is the patient', async () => {
    assert.deepEqual((await last('heart doctor', 'Warwick, it is for my daughter')).context.patient, [
      'child',
    ])
  })
})

describe('a town where the patient is after another place', () => {
  const towns: Readonly<Record<string, string>> = {
    "He had a stent put in at a hospital in Connecticut, and we've since moved to Warwick. He needs a heart doctor.":
      'Warwick, RI',
    "My mother sees a heart doctor in Hartford and she's coming to stay with us in Warwick RI. Is there a heart doctor here?":
      'Warwick, RI',
    'We live in Hartford and want a heart doctor in Warwick': 'Warwick, RI',
  }
  for (const [text, town] of Object.entries(towns))
    test(text, async () => assert.equal((await last(text)).context.place?.label, town))
})

test('two towns count more than the state that the message names too', async () => {
  const { context } = await last(...search, "Providence or Cranston, even though it's Rhode Island?")
  assert.deepEqual(
    [context.place, ...context.otherPlaces].map((place) => place?.label),
    ['Providence, RI', 'Cranston, RI'],
  )
})

describe('the day of an event is no wish for office hours', () => {
  for (const text of [
    'I was diagnosed with breast cancer on Tuesday',
    'me duele una muela desde el domingo',
    'a patient going home Thursday with a wound vac',
    'it has hurt since Friday',
    'he fell down the stairs last Saturday',
    'she stops breathing at night and snores',
    'my arms itch so bad at night',
    'the cough gets worse in the evening',
    'his back is stiff in the morning',
    'I wake up sweating during the night',
    'me pica la piel en la noche',
    'le duele más por la tarde',
    'ronca toda la noche',
  ])
    test(text, () => assert.equal(readOfficeTime(text), null))
  for (const text of [
    'open on Tuesday?',
    'Saturday appointments',
    'salgo del trabajo el viernes por la tarde',
    'tooth hurts, any dentist open at night',
    'my ear aches, who sees people at night',
    'me duele la muela, un dentista que atienda por la noche',
  ])
    test(text, () => assert.notEqual(readOfficeTime(text), null))
})

describe('the gender of listed clinicians', () => {
  test('of one', async () => {
    const { answer, context } = await last(...search, 'is the first one a man or a woman?')
    assert.match(answer.text, /^.+ is registered as a (?:man|woman)\.$/)
    assert.equal(context.gender, null)
  })

  test('of all', async () => {
    const { answer } = await last(...search, 'are they men or women?')
    assert.match(answer.text, /is registered as a (?:man|woman)\./)
  })

  for (const text of ["men or women doesn't matter", 'da igual, hombre o mujer', 'man or woman is fine'])
    test(`"${text}" removes the wish for one`, async () => {
      assert.equal((await last(...search, 'a woman', text)).context.gender, null)
    })
})

test('the name of a clinician without a record is answered before the clinicians of the field', async () => {
  const { answer } = await last(
    'Can you look up Dr. Zobrist? I think she is in Warwick, a heart doctor maybe',
  )
  assert.match(answer.text, /^I do not find “Zobrist”/)
  assert.ok(answer.cards.length > 0)
})

test('a title with a period stays a title within a sentence', () => {
  assert.equal(normalizeMessage('Can you look up Dr. Costa?'), 'Can you look up Dr. Costa?')
  assert.equal(normalizeMessage('eye dr. 02903'), 'eye doctor 02903')
})

describe('a wish within a question', () => {
  test('"can it be a woman" asks for no diagnosis', async () => {
    const { answer, context } = await last(
      ...search,
      'ok well can it be a woman and not super far from 02906',
    )
    assert.equal(context.gender, 'F')
    assert.ok(!answer.facts.includes('cannot_diagnosis'))
  })

  test('"w/o insurance" is without insurance', () =>
    assert.equal(normalizeMessage('how much w/o insurance'), 'how much without insurance'))

  test('the nurse of a question about the bill is not looked for', async () => {
    const { context } = await last(
      ...search,
      'does medicare pay for that or would we be billed for the nurse?',
    )
    assert.match(context.need?.text ?? '', /^heart doctor/)
  })
})

describe('a clinician who speaks a language is a need, and no question about the list', () => {
  for (const text of [
    'is there a heart doctor in Warwick who speaks it, or at least a receptionist?',
    'are there any heart doctors near Warwick that speak her language?',
    'do you have a heart doctor in Warwick who speaks it?',
  ])
    test(text, async () => assert.match((await last(text)).context.need?.text ?? '', /heart doctor/))
})

test('a notice by the scores of words beside a request does not stay', async () => {
  const { answer, context } = await last(
    ...search,
    'my dr already faxed the order. tufts. how much am i gonna owe',
  )
  assert.equal(context.live, null, answer.text)
})

describe('a complaint of another field replaces the care of the search', () => {
  const heart = ['heart doctor near 02903', 'skip']
  for (const text of [
    'también necesita que le revisen los pies, tiene una llaga que no sana',
    'y que le miren la piel, le salieron costras',
    'además tiene una herida en el pie que no cierra',
    'también le zumban los oídos',
    'y que le vean los ojos, ve borroso',
    'also the sore on her foot isnt healing',
    'he also has a wound on his heel that wont heal',
    'also her ears keep ringing',
  ])
    test(text, async () => {
      const { context } = await last(...heart, text)
      assert.notEqual(context.need?.text, 'heart doctor')
      assert.equal(context.payer, null)
    })

  for (const text of ['her ulcer is being treated already', 'no cierran temprano, verdad?'])
    test(`not with "${text}"`, async () =>
      assert.equal((await last(...heart, text)).context.need?.text, 'heart doctor'))

  test('which is no answer to the question for the insurance', async () => {
    const { context } = await last('heart doctor near 02903', 'tiene una herida en el pie que no cierra')
    assert.equal(context.payer, null)
  })
})

describe('what a therapist treats keeps the search for therapists', () => {
  for (const text of [
    "it's for my depression",
    'mostly panic attacks at work',
    'mainly anxiety, before every exam',
    'I have PTSD',
    'es para mi ansiedad',
    'she has an eating disorder',
  ])
    test(text, async () => {
      const { context } = await last('therapist in Warwick', 'skip', text)
      assert.equal(context.need?.text, 'mental health therapist')
    })

  for (const text of ['actually a psychiatrist', 'my tooth hurts, a dentist please'])
    test(`not "${text}"`, async () =>
      assert.notEqual(
        (await last('therapist in Warwick', 'skip', text)).context.need?.text,
        'mental health therapist',
      ))
})

describe('the staff of a home health agency keeps the search for agencies', () => {
  for (const text of [
    'he needs a nurse and OT',
    'needs PT and a home aide',
    'with a speech therapist',
    'Aetna. needs a nurse + OT',
    'wants physical therapy and nursing',
    'necesita enfermera y terapia',
  ])
    test(text, async () => {
      const { answer, context } = await last('home health agency near Warwick', 'skip', text)
      assert.match(context.need?.text ?? '', /^home health agency/)
      assert.ok(answer.facts.includes('cannot_offers'), answer.text)
    })

  test('but a podiatrist is a search', async () =>
    assert.match(
      (await last('home health agency near Warwick', 'a podiatrist please')).context.need?.text ?? '',
      /podiatrist/,
    ))
})

test('"I\'d" and "I\'ll" are no illness', async () => {
  for (const text of ["I'd want a counselor in Warwick", "I'll need a counselor in Warwick"])
    assert.match(
      (await last(text)).context.need?.text ?? '',
      /^i (?:would |will )?(?:want|need) a counselor$/,
    )
})

describe('a routine visit changes nothing', () => {
  for (const text of ['only a checkup i think', 'only a physical really', 'solo un chequeo'])
    test(text, async () => {
      const { answer } = await last('doctor near Warwick', 'skip', text)
      assert.ok(answer.facts.includes('remark') || answer.facts.includes('cards'), answer.text)
    })
})

describe('someone for another person is the same kind of care without the wishes for the first one', () => {
  for (const text of [
    'is there someone for me as well?',
    'and one for my husband',
    'my wife needs one too',
    'I could use one too',
    '¿y hay alguien para mi esposo?',
    'para mí también',
    'thanks, and one for me too, I have no insurance',
    'also one for my brother, he has Medicare',
    'gracias, y también uno para mí que no tengo seguro',
  ])
    test(text, async () => {
      const { answer, context } = await last('heart doctor near 02903, a woman', 'skip', text)
      assert.match(context.need?.text ?? '', /heart doctor/)
      assert.equal(context.gender, null)
      assert.match(answer.text, /^(?:For the other person|Para la otra persona)/)
    })

  for (const text of ['does she see kids too', 'I need a dentist for my son too'])
    test(`not "${text}"`, async () =>
      assert.doesNotMatch(
        (await last('heart doctor near 02903', 'skip', text)).answer.text,
        /For the other person/,
      ))
})

describe('the first patient of a need is not that of the next one', () => {
  for (const [first, text, need] of [
    ['cardiologist for my daughter near 02903', 'and one for me too', 'cardiologist'],
    ['cardiólogo para mi hijo en 02903', 'y uno para mí, por favor', 'cardiologo'],
  ] as const)
    test(text, async () => assert.equal((await last(first, 'skip', text)).context.need?.text, need))
})

describe('a question before any care is sought keeps the clinician that it names', () => {
  for (const [text, need] of [
    ['im 16 do i need my mom to say yes to see a therapist', /therapist/],
    ['is it an emergency or can I wait to see a podiatrist', /podiatrist/],
    ['should i go now or visit a dentist next week', /dentist/],
  ] as const)
    test(text, async () => {
      const { context } = await last(text, 'im in Warwick')
      assert.match(context.need?.text ?? '', need)
      assert.match(context.place?.label ?? '', /^Warwick/)
    })
})

describe('the town of the office of someone who is not found is the place of the search', () => {
  for (const text of [
    'Her office was on Post Road in Warwick',
    'the practice used to be across from the mall in Warwick',
    'su consultorio estaba en Warwick',
  ])
    test(text, async () => {
      const { context } = await last("I'm looking for Dr. Zobrist, a cardiologist", text)
      assert.match(context.place?.label ?? '', /^Warwick/)
      assert.match(context.need?.text ?? '', /cardiologist/)
    })
})

describe('the profession of the user is no care', () => {
  for (const [text, need] of [
    ['School nurse in Warwick here. Who is a podiatrist for kids?', /podiatrist/],
    ['Case manager here, need a cardiologist in Warwick', /^(?:need a )?cardiologist$/],
    ['RN here: looking for a dentist in Warwick', /dentist/],
  ] as const)
    test(text, async () => {
      const { context } = await last(text)
      assert.match(context.need?.text ?? '', need)
      assert.doesNotMatch(context.need?.text ?? '', /nurse|manager|\brn\b/)
      assert.match(context.place?.label ?? '', /^Warwick/)
    })
  for (const text of ['foot doctor here, please', 'need pcp here.'])
    test(`"${text}" seeks one`, () => assert.equal(normalizeMessage(text), text))
  test('"is there a nurse practitioner here, in Warwick?" seeks one', async () =>
    assert.match(
      (await last('is there a nurse practitioner here, in Warwick?')).context.need?.text ?? '',
      /nurse practitioner/,
    ))
})

test('the title before a name is no further care', () =>
  assert.deepEqual(findOtherNeeds("I'm trying to find Dr. Nguyen, she's a cardiologist", emptyResources), []))

test('"do I start over?" forgets nothing', async () => {
  const { context } = await last(
    'heart doctor in Warwick',
    'skip',
    'Can you show me those doctors again later or do I start over?',
  )
  assert.equal(context.need?.text, 'heart doctor')
})

describe('a wish for the gender of the clinician keeps the kind of care', () => {
  for (const [need, text] of [
    ['heart doctor in Warwick', "a lady doctor please, I'd be mortified otherwise"],
    ['heart doctor in Warwick', 'I would rather see a female doctor, men make me nervous'],
    ['heart doctor in Warwick', 'una doctora mujer por favor, me daría pena con otro'],
    ['physical therapy in Warwick', 'I need a male therapist'],
    ['physical therapy in Warwick', 'prefiero un terapeuta hombre'],
  ] as const)
    test(text, async () => {
      const { context } = await last(need, 'skip', text)
      assert.equal(context.need?.text, need.replace(' in Warwick', ''))
      assert.notEqual(context.gender, null)
    })
  for (const [text, need] of [
    ['a female doctor please, my knee hurts', /knee/],
    ['a woman doctor, for my pap smear', /pap smear/],
    ['I need a therapist for anxiety', /anxiety/],
  ] as const)
    test(`other care: ${text}`, async () =>
      assert.match((await last(...search, text)).context.need?.text ?? '', need))
})

test('the profession of the user is no care', async () => {
  const { context } = await last('Case manager at a shelter in Newport. My client needs a dentist.')
  assert.deepEqual([context.need?.text, context.place?.label], ['my client needs a dentist', 'Newport, RI'])
})

test('words for insurance beside a payer are no need', async () => {
  const { context } = await last('Bristol RI', 'Medicare plus a Blue Cross supplement.')
  assert.equal(context.need, null)
})

test('words of a message that asks for no care are no need', async () => {
  const { context } = await last(
    'who won the game last night',
    'i grind my teeth all night and my jaw clicks',
  )
  assert.match(context.need?.text ?? '', /jaw/)
})

describe('the town of a message', () => {
  for (const [text, town] of [
    ['Warwick - any dentists?', 'Warwick, RI'],
    ['Visiting Newport from Texas and I left my blood pressure pills at home', 'Newport, RI'],
    ['we are moving my dad to Warwick from Florida, he needs a dentist', 'Warwick, RI'],
    ['visiting nurse from Warwick', 'Warwick, RI'],
  ] as const)
    test(text, async () => assert.equal((await last(text)).context.place?.label, town))
})

test('a statement names the care that it seeks, also beside a wish that no source answers', async () => {
  const { context } = await last(
    'a patient here is asking for an MRI place that is not in a hospital',
    '02816',
  )
  assert.match(context.need?.text ?? '', /mri/)
})
