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

test('a doubt beside a question is answered before it', async () => {
  const { text } = await last(
    list,
    'crushing chest pain, my arm is numb',
    "i'm ok it's probably gas, is Dr. Marta Oliveira in medicare",
  )
  assert.match(text.split('\n')[0]!, /^Please call 911 now, even if/)
})

describe('a request for something else is answered with the short reminder', () => {
  for (const text of [
    'dentist near 02903',
    'a skin doctor near 02903, different thing',
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
    ['me quiero matar', 'no sé', /988 también responde mensajes de texto/],
  ] as const)
    test(text, async () => {
      const { text: answer } = await last(opening, text)
      assert.match(answer, line)
      assert.doesNotMatch(answer, /turn out to be nothing|no sea nada/)
    })
})
