/** After a message with several needs, a later one goes to another of them by its person, its kind or its position. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function needAfter(...texts: readonly string[]) {
  const answers = await converse(directory.assistant, texts)
  return parseContext(answers.at(-1)!.context).need?.text ?? ''
}

const family =
  'My husband needs a cardiologist, my mom needs a podiatrist and my daughter needs a dentist. We are in Warwick RI'
const familia =
  'Necesito un cardiólogo para mi papá, un dermatólogo para mi mamá y un dentista para los niños, en Warwick'

describe('a person goes to the need of this person', () => {
  for (const [first, text, need] of [
    [family, 'start with my mom', /^podiatrist$/],
    [family, 'ok now my daughter', /^dentist$/],
    [family, 'first the mother, she is 70', /^podiatrist$/],
    [family, "let's do the kid next", /^dentist$/],
    [family, 'and for my mom?', /^podiatrist$/],
    [family, 'what about my daughter, anything on Saturdays', /^dentist$/],
    [familia, 'empecemos con mi mamá', /^dermatologo$/],
    [familia, 'ahora los niños', /^dentista$/],
    [familia, 'primero lo de mi mamá por favor', /^dermatologo$/],
    [familia, '¿y para los niños?', /^dentista$/],
  ] as const)
    test(text, async () => assert.match(await needAfter(first, 'skip', text), need))
})

const couple = 'my wife needs a podiatrist and I need a dentist, near 02903'

describe('a pronoun goes to the need of this person', () => {
  for (const [first, text, need] of [
    [couple, 'now mine', /^dentist/],
    [couple, 'ok what about me', /^dentist/],
    [couple, 'start with hers', /^podiatrist/],
    [couple, 'do hers first', /^podiatrist/],
    [couple, 'yes start with hers', /^podiatrist/],
  ] as const)
    test(text, async () => assert.match(await needAfter(first, 'skip', text), need))
})

describe('a kind or a position goes to its need', () => {
  for (const [texts, need] of [
    [[family, 'skip', 'now the podiatrist'], /podiatrist/],
    [[family, 'skip', 'start with my mom', 'ok back to the first thing'], /^cardiologist$/],
    [[familia, 'skip', 'ahora el dentista'], /dentista/],
    [[family, 'skip', 'podiatrist first'], /podiatrist/],
    [[family, 'skip', 'the dentist one now'], /dentist/],
    [[family, 'skip', 'podiatrist one please'], /podiatrist/],
    [['I need primary care, heart and kidneys near 02903', 'skip', 'then kidneys and heart'], /kidneys/],
    [['dermatologist in Warwick', 'skip', 'now a podiatrist', 'back to the first thing'], /^dermatologist$/],
    [['dermatologist in Warwick', 'skip', 'now a podiatrist', 'and now the other thing'], /^dermatologist$/],
    [['dermatólogo en Warwick', 'saltar', 'ahora un podólogo', 'volvamos a lo primero'], /^dermatologo$/],
    [
      ['dermatologist in Warwick', 'skip', 'make that a podiatrist', 'no, dermatologist was right'],
      /^dermatologist$/,
    ],
    [
      [
        'dermatologist in Warwick',
        'skip',
        'now a podiatrist',
        'Hmm, wait. The dermatologist was better, but farther',
      ],
      /^dermatologist$/,
    ],
    [
      ['podiatrist in Warwick', 'skip', 'also a dentist', 'which of the podiatrist offices opens Saturdays?'],
      /^podiatrist$/,
    ],
    [
      ['dermatologist in Warwick', 'skip', 'now a podiatrist', 'are any of the dermatologist ones women'],
      /^dermatologist$/,
    ],
  ] as const)
    test(texts.join(' / '), async () => assert.match(await needAfter(...texts), need))
})

describe('a message that only mentions a person keeps the need', () => {
  for (const text of [
    'my mom will drive him',
    'my daughter speaks Spanish only',
    'any women?',
    'the first one',
    'now my mom is asking about parking',
    'mi mamá dice que sí',
    'evenings would be best',
    'my husband prefers a man',
  ])
    test(text, async () => assert.match(await needAfter(family, 'skip', text), /^cardiologist$/))
})

test('both needs are named if the second one is what another person needs', async () => {
  const [answer] = await converse(directory.assistant, [
    'A mi mamá le duele la rodilla y no quiere cirugía. Y mi niño necesita lentes. Vivimos en Warwick',
  ])
  const { openNeeds } = parseContext(answer!.context)
  assert.deepEqual(
    openNeeds.map(({ text, person }) => [text, person]),
    [
      ['le duele la rodilla', 'mother'],
      ['optometrist', 'child'],
    ],
  )
})

describe('both goes to the other of two needs, and is no plan', () => {
  const two = 'my uncle needs a podiatrist and a cardiologist, Warwick RI'
  for (const text of [
    'both',
    'ok both please',
    'yes both of them',
    'i need both',
    "let's do both then",
    'los dos por favor',
    'quiero ambos',
    'necesito las dos',
  ])
    test(text, async () => {
      const answer = (await converse(directory.assistant, [two, text])).at(-1)!
      const { need, payer } = parseContext(answer.context)
      assert.match(need?.text ?? '', /cardiologist/)
      assert.equal(payer, null)
    })

  for (const text of ['both feet hurt', 'both knees', 'los dos pies le duelen'])
    test(`not: ${text}`, async () => assert.doesNotMatch(await needAfter(two, text), /cardiologist/))
})
