/** What follows an urgent notice: the number to call stays first until the user ends the emergency or asks for something else. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, harborPlan, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({ more: { carriers: [harborPlan] } })
after(() => directory[Symbol.asyncDispose]())

const last = async (...texts: readonly string[]) => (await converse(directory.assistant, texts)).at(-1)!

const stroke = 'my mom is slurring her words and her face droops on one side'
const pecho = 'a mi papá le duele el pecho y se le duerme el brazo'
const suicide = 'my brother said goodbye to everybody and he has a rope in his hands'
const list = 'heart doctor near 02903'

describe('while an emergency goes on, the answer is the number to call alone', () => {
  for (const [about, opening, texts] of [
    ['the cost', stroke, ["we can't pay for an ambulance", 'how much would that run us']],
    [
      'doubts',
      stroke,
      ['she says it is only nerves', "i'm sure she's just tired", 'is that really necessary', 'nah'],
    ],
    [
      'other care',
      stroke,
      ['would a walk-in take her', 'could her own doctor look at her first', 'can it wait till monday'],
    ],
    ['that it has passed', stroke, ["it's gone now", 'the droop has gone away']],
    ['que ya pasó', pecho, ['ya se le pasó']],
    ['driving', stroke, ['should i drive her there', 'ill get her in the car and take her in']],
    ['the call', stroke, ['alright, dialing now', "i'm on the phone with them"]],
    ['the patient', stroke, ["she's 71 and takes warfarin", 'her arm is heavy now', 'she is at church']],
    ['el costo', pecho, ['no tenemos seguro y sale muy caro', 'cuánto cobra la ambulancia']],
    [
      'las dudas',
      pecho,
      ['dice que es puro estrés', 'no quiere ir al hospital', 'no creo que sea para tanto'],
    ],
    ['el camino', pecho, ['lo llevo yo en el carro', 'ya estoy llamando', 'mejor espero a mañana']],
    [
      'a crisis',
      suicide,
      [
        'he is at work right now',
        "he doesn't want police at the house",
        'he left a note',
        'idk',
        'he likes it quiet',
      ],
    ],
  ] as const)
    for (const text of texts)
      test(`${about}: ${text}`, async () => {
        for (const before of [[opening], [list, opening]]) {
          const { text: answer, cards, suggestions } = await last(...before, text)
          const [line = '', ...others] = answer.split('\n')
          assert.match(line, /911/)
          assert.doesNotMatch(line, /gets worse,|empeora, llame/)
          assert.deepEqual([others, cards, suggestions], [[], [], []])
        }
      })
})

describe('a crisis has the number of the lifeline', () => {
  for (const text of ['she is at school', 'what if shes only being dramatic', 'i dont want to call them'])
    test(text, async () => assert.match((await last('my daughter left a suicide note', text)).text, /988/))

  test('of the user tells the user not to stay alone', async () => {
    const { text } = await last('i want to kill myself', 'my wife is at work')
    assert.match(text, /do not stay alone/)
  })
})

describe('the wish to see someone in person in a crisis is answered beside the number', () => {
  for (const text of [
    'a counselor near 02903 I could sit down with? no insurance',
    'can I see someone in person tomorrow, I have no insurance. I am in 02903',
    'can I be seen in person near 02903, uninsured',
  ])
    test(text, async () => {
      const { text: answer, context } = await last('i want to kill myself', text)
      assert.match(answer.split('\n')[0]!, /988/)
      assert.match(parseContext(context).need?.text ?? '', /therapist|counselor/)
    })

  test('but not in an emergency of the body', async () => {
    const { text, cards } = await last(
      'crushing chest pain, my arm is numb',
      'no insurance, can he be seen in person tomorrow',
    )
    assert.match(text, /^Please call 911 now/)
    assert.deepEqual(cards, [])
  })
})

test('a doubt beside a question is answered before it', async () => {
  const { text } = await last(
    list,
    'crushing chest pain, my arm is numb',
    "i'm ok it's probably gas, is Dr. Marta Oliveira in medicare",
  )
  assert.match(text.split('\n')[0]!, /^Please call 911 now, even if/)
})

describe('a clinician for a complaint that the user plays down follows the full advice', () => {
  for (const [opening, text] of [
    [stroke, 'its probably nothing, find me a neurologist near 02903 for next month'],
    [stroke, "she'll be fine, just a neurologist near 02903"],
    [stroke, 'I guess she is only tired, a brain doctor near 02903 for later'],
    [stroke, 'it can wait, I need a neurologist in Providence RI for next week'],
    ['crushing chest pain, my arm is numb', "I'm sure it's stress, heart doctor near 02903 for next week"],
    ['crushing chest pain, my arm is numb', 'I get this all the time, show me a cardiologist near 02903'],
    [pecho, 'debe ser la acidez, busque un cardiólogo cerca de 02903'],
    [pecho, 'puede esperar, un cardiólogo cerca de 02903'],
    [pecho, 'le pasa siempre, quiero un cardiólogo cerca de 02903'],
  ] as const)
    test(text, async () => {
      const { text: answer } = await last(opening, text)
      assert.match(answer, /^(?:Please call 911 now|Por favor, llame ahora al 911)/)
    })
})

describe('a request for something else is answered with the short reminder', () => {
  for (const text of [
    'dentist near 02903',
    'a skin doctor near 02903, different thing',
    'a dentist near 02903 for next week',
    'un dentista cerca de 02903',
  ])
    test(text, async () => {
      const answer = await last(stroke, text)
      assert.match(answer.text, /^(?:If it gets worse|Si empeora)/)
      assert.equal(parseContext(answer.context).live, null)
      assert.doesNotMatch((await last(stroke, text, 'skip')).text, /Please call/)
    })
})

describe('ends if the user says so', () => {
  for (const text of [
    'she is much better now',
    'sorry, that was two years ago',
    'false alarm',
    'i was talking about a movie',
    'the er checked her and sent her home',
    'eso fue hace años',
    'falsa alarma',
  ])
    test(text, async () => {
      const answer = await last(stroke, text)
      assert.equal(parseContext(answer.context).live, null, answer.text)
      assert.match(answer.text, /^(?:If it gets worse|Si empeora)/)
    })

  for (const text of ['she is fine', 'it is not an emergency', 'she says shes better now'])
    test(`not with "${text}"`, async () => {
      const answer = await last(stroke, text)
      assert.equal(parseContext(answer.context).live, 'described')
    })
})

describe('after a notice of violence, no answer sends the user back to the person', () => {
  for (const [opening, ...texts] of [
    ['my husband hit me again', 'he comes home at six', 'im scared of him'],
    ['my girlfriend threatens me with a knife', 'she has my car keys', 'she says it is my fault'],
    ['mi esposo me pega', 'él llega a las seis'],
    [
      'my boyfriend hit me and took my phone',
      "he'd be really mad if he knew I was asking",
      "I get off here in 20 minutes and he's picking me up",
      'he gets angry when I talk to people',
      'is there a place for women I could go, with a kid',
    ],
  ] as const)
    for (const text of texts)
      test(`${opening}, ${text}`, async () => {
        const answer = await last(opening, text)
        assert.match(answer.text, /1-800-799-7233/)
        assert.match(answer.text, /911/)
        assert.doesNotMatch(answer.text, /stay with|stay on the line|do not stay alone|quédese|cuelgue/i)
      })
})

describe('after a poisoning, each answer has the number of Poison Control', () => {
  for (const text of ['it was her sugar pill', 'what was that number again'])
    test(text, async () => {
      const answer = await last('my toddler swallowed some of grandmas pills', text)
      assert.match(answer.text, /1-800-222-1222/)
    })
})

describe('in a crisis, an answer says that the lifeline also answers text messages', () => {
  for (const [opening, text, line] of [
    ['i want to kill myself', 'is there someone i can just text', /988 also answers text messages/],
    [
      'lately i feel like everyone would be better off without me',
      'i hate talking on the phone',
      /988 also answers text messages/,
    ],
    ['me quiero matar', 'no sé', /988 también responde mensajes de texto/],
  ] as const)
    test(text, async () => {
      const { text: answer } = await last(opening, text)
      assert.match(answer, line)
      assert.doesNotMatch(answer, /turn out to be nothing|no sea nada/)
    })
})

const poisoning = 'my toddler swallowed some of grandmas pills'
const beaten = 'my husband hit me again'

describe('a question after the notice has its own answer, with the number that fits', () => {
  for (const [opening, line, texts] of [
    [
      poisoning,
      /1-800-222-1222.*do not make the person vomit/,
      [
        'do i give her water',
        'would it help to make her puke',
        'should we rinse her mouth',
        'can i feed him bread',
      ],
    ],
    [
      'mi abuelito se tomó dos veces la insulina y suda',
      /no haga vomitar.*si debe darle algo/,
      ['le doy jugo o azúcar'],
    ],
    ['mi hijo se tomó cloro', /1-800-222-1222.*no haga vomitar/, ['lo hago vomitar', 'le doy agua o leche']],
    [stroke, /^Please call 911 now and put the phone on speaker/, ['should i give her an aspirin or water']],
    [
      'i want to kill myself',
      /988.*confidential.*without the police/,
      ['please no cops', 'i cant go to jail', 'will they send the police', 'im undocumented'],
    ],
    [
      'my friend took a lot of fentanyl and wont wake up',
      /^Please call 911 or 1-800-222-1222.*Many states protect/,
      ['he will get arrested', 'i am on probation'],
    ],
    [
      beaten,
      /1-800-799-7233.*confidential/,
      ['no police please', 'we have no papers', 'he said cps takes my kids'],
    ],
    [
      beaten,
      /1-800-799-7233.*safe places to stay/,
      ['i have nowhere to go', 'are there shelters around here'],
    ],
    ['mi esposo me pega', /1-800-799-7233.*lugares seguros/, ['no tengo a dónde ir', 'hay algún albergue']],
  ] as const)
    for (const text of texts)
      test(`${opening}, ${text}`, async () => assert.match((await last(opening, text)).text, line))

  for (const [opening, number, texts] of [
    [poisoning, /1-800-222-1222/, ['who do i call', 'which number was it', 'say the number again']],
    ['ya no quiero vivir', /988/, ['cuál era el número', 'a quién llamo', 'me repite el número']],
    [beaten, /1-800-799-7233/, ['what was the hotline again', 'can you give me that number one more time']],
  ] as const)
    for (const text of texts)
      test(`${opening}, ${text}`, async () => {
        const answer = await last(opening, text)
        assert.ok(
          answer.notices.some(({ contact }) => number.test(contact?.tel ?? '')),
          answer.text,
        )
        assert.notEqual(parseContext(answer.context).live, null)
      })
})

describe('whether a call is still needed is no end of the emergency', () => {
  for (const text of ['she is fine now do i still need to call', 'ella ya está mejor, tengo que llamar?'])
    test(text, async () => assert.equal(parseContext((await last(stroke, text)).context).live, 'described'))
})

describe('a poisoning that was none ends', () => {
  for (const text of [
    'never mind, he never ate it',
    'found it under the sofa',
    'oh wait it was just candy',
    'poison control told us he is fine',
    'no se lo tragó al final',
    'lo encontramos debajo de la cama',
  ])
    test(text, async () => {
      assert.equal(parseContext((await last(poisoning, text)).context).live, null)
      const { context } = await last(poisoning, text, 'i need a dentist in 02903')
      assert.match(parseContext(context).need?.text ?? '', /dentist/)
    })

  for (const text of ['i found it in her mouth', 'she spit it out', 'he didnt chew it'])
    test(`not with "${text}"`, async () =>
      assert.equal(parseContext((await last(poisoning, text)).context).live, 'described'))
})

test('a call to the emergency services raises no further notice', async () => {
  for (const text of ['ok i called 911 and they said wait outside', 'ya llamé al 911 y vienen en camino']) {
    const { notices, text: answer } = await last('i ate shrimp and my lips swell and i cant breathe', text)
    assert.deepEqual(notices, [])
    assert.match(answer, /^(?:Good|Bien)/)
  }
})

describe('care that is wanted in a crisis follows the number to call', () => {
  for (const text of [
    'is there a therapist near 02903',
    'a counselor near 02903 maybe',
    'busco una psicóloga cerca de 02903',
  ])
    test(text, async () => {
      const answer = await last('i dont want to be alive anymore', text)
      assert.match(answer.text.split('\n')[0]!, /988/)
      assert.notEqual(parseContext(answer.context).need, null)
    })

  test('but not while the body is in danger', async () => {
    const answer = await last(stroke, 'would a cardiologist near 02903 see her')
    assert.match(answer.text, /^Please call 911/)
  })
})

describe('after a crisis, a place, a plan or a wish alone looks for a therapist, and not for what describes the crisis', () => {
  for (const [opening, text] of [
    ['i think my daughter is cutting herself', 'we are in 02903'],
    ['i want to die', 'Warwick RI'],
    ['i dont want to be alive anymore', 'a real person near 02903 that i can see tomorrow'],
    ['i dont want to be alive anymore', 'in 02903, a woman please'],
    ['quiero morirme', 'en 02903, una mujer'],
  ] as const)
    test(`${opening}; ${text}`, async () => {
      const { context, text: answer } = await last(opening, text)
      assert.match(parseContext(context).need?.text ?? '', /^(?:mental health therapist|psicoterapeuta)$/)
      assert.match(answer.split('\n')[0]!, /988/)
    })

  for (const [opening, text] of [
    ['i dont want to be alive anymore', 'dentist near 02903'],
    ['my kid drank bleach', 'we are in 02903'],
    ['i dont want to be alive anymore', 'let me talk to a real person'],
  ] as const)
    test(`not after ${opening}; ${text}`, async () => {
      const { context } = await last(opening, text)
      assert.doesNotMatch(parseContext(context).need?.text ?? '', /therapist/)
    })
})

test('being put on hold by a helpline once is no call that goes on', async () => {
  const { text } = await last(
    'i dont want to be alive anymore',
    'i called a hotline once and they put me on hold',
  )
  assert.doesNotMatch(text, /^Good/)
  assert.match((await last('i dont want to be alive anymore', 'they put me on hold')).text, /^Good/)
})

describe('care of the mind for later is searched, below the numbers to call', () => {
  const pills = 'i took like 30 of my sleeping pills, feeling woozy. walk-in clinic near 02903?'
  for (const text of [
    'afterwards i will want a counselor near 02903',
    'once im out find me a therapist near 02903',
    'later i want a therapist. can u get me one in east providence, i have blue cross',
    'later on I need a psychiatrist in Warwick RI',
    'when she gets home she needs a psychologist near 02903',
    'después de esto necesito un psicólogo cerca de 02903',
    'cuando salga busco un terapeuta en Warwick RI',
  ])
    test(text, async () => {
      const answer = await last(pills, text)
      const { need } = parseContext(answer.context)
      assert.match(need?.text ?? '', /counselor|therapist|psychiatrist|psycholog|psicologo|terapeuta/)
      assert.match(answer.text, /^Please call 911 (or \S+ \(Poison Control\) )?now|^Por favor|^Llame/)
      assert.match(answer.text, /988/)
    })

  for (const text of ['can a counselor see me instead', 'after lunch i could go to the walk-in clinic'])
    test(`not "${text}"`, async () => {
      const answer = await last(pills, text)
      assert.match(answer.text, /911/)
      assert.equal(answer.cards.length, 0)
    })
})

describe('after the emergency, the care that follows is searched or asked for', () => {
  const heart = ['heart doctor near 02903', 'my dad has crushing chest pain now']
  for (const text of [
    'the paramedics took him and he is stable now, we need someone for follow up care',
    'he is home from the hospital now. who can he see afterwards?',
    'he was discharged. who should he see next',
    'he got out of the hospital today, we need someone for him to see',
    'ya le dieron de alta, necesito a alguien para el seguimiento',
    'ya salió del hospital, busco una cita de control',
  ])
    test(text, async () => {
      const answer = await last(...heart, text)
      assert.ok(answer.facts.includes('cards'), answer.text)
      assert.equal(parseContext(answer.context).need?.text, 'heart doctor')
      assert.match(answer.text, /^(?:If it gets worse|Si empeora)/)
    })

  const pills = 'i swallowed a bunch of pills, we are in Warwick RI'
  for (const text of [
    'she is home from the hospital and needs someone to talk to',
    'he is discharged. who does he see next',
  ])
    test(`after an overdose: ${text}`, async () => {
      const answer = await last(pills, text)
      assert.match(answer.text, /A therapist or a family doctor can help/)
      assert.equal(answer.cards.length, 0)
    })

  for (const text of ['the ambulance took him', 'is he out of danger'])
    test(`not yet: ${text}`, async () =>
      assert.notEqual(parseContext((await last(...heart, text)).context).live, null))
})

describe('a crisis is no need', () => {
  for (const text of [
    "I don't want to be alive anymore. I live in 02903",
    'ya no quiero vivir. estoy en Warwick RI',
  ])
    test(text, async () => {
      assert.equal(parseContext((await last(text)).context).need, null)
      const answer = await last(text, "I'll call. Later I'd want a regular counselor for every week")
      assert.match(parseContext(answer.context).need?.text ?? '', /counselor/)
    })
})
